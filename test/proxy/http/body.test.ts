import assert from 'node:assert/strict';
import { test } from 'vitest';
import { readJsonBody } from '../../../proxy/http/body.ts';
import { ProblemError } from '../../../proxy/http/problems.ts';

function request(body: RequestInit['body'], headers: Record<string, string> = {}): Request {
  const init = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    duplex: 'half',
  } as const;
  return new Request('https://book.example/x', { ...init, body: body ?? null });
}

async function assertProblem(given: Request, code: string, field?: string): Promise<void> {
  await assert.rejects(readJsonBody(given), (error: unknown) => {
    assert.ok(error instanceof ProblemError);
    assert.equal(error.code, code);
    if (field !== undefined) assert.equal(error.errors[0]?.field, field);
    return true;
  });
}

test('reads JSON, with or without a charset', async () => {
  assert.deepEqual(await readJsonBody(request('{"a":[1,"ü"]}')), { a: [1, 'ü'] });
  const charset = { 'Content-Type': 'Application/JSON; charset=utf-8' };
  assert.deepEqual(await readJsonBody(request('{}', charset)), {});
});

for (const type of [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'text/plain; application/json',
  'application/jsonx',
  '',
]) {
  test(`refuses ${type || 'no type'}, which needs no preflight`, async () => {
    await assertProblem(request('{}', { 'Content-Type': type }), 'unsupported-media-type');
  });
}

test('refuses more than 64 KiB, announced or not', async () => {
  const exact = JSON.stringify('x'.repeat(64 * 1024 - 2));
  assert.equal(await readJsonBody(request(exact)), JSON.parse(exact));

  await assertProblem(request(`${exact} `), 'body-too-large');
  await assertProblem(request('{}', { 'Content-Length': '1000000' }), 'body-too-large');
});

test('stops reading an endless body', async () => {
  let pulled = 0;
  const endless = new ReadableStream({
    pull(controller) {
      pulled += 1;
      controller.enqueue(new Uint8Array(10_000).fill(32));
    },
  });

  await assertProblem(request(endless), 'body-too-large');
  assert.ok(pulled < 12);
});

const malformed: [body: string, field: string][] = [
  ['', 'body'],
  ['{', 'body'],
  ['{"a":1,}', 'body'],
  ['{"__proto__":{"status":"x"}}', '__proto__'],
  ['{"a":{"constructor":{"prototype":{}}}}', 'a.constructor'],
  ['{"lines":[{"prototype":1}]}', 'lines[0].prototype'],
  [`${'['.repeat(30_000)}${']'.repeat(30_000)}`, `${'[0]'.repeat(16)}`],
];
for (const [body, field] of malformed) {
  test(`refuses ${body.slice(0, 40) || 'an empty body'}`, async () => {
    await assertProblem(request(body), 'invalid-request', field);
  });
}

test('accepts 16 levels of nesting', async () => {
  const body = `${'['.repeat(16)}${']'.repeat(16)}`;
  assert.deepEqual(await readJsonBody(request(body)), JSON.parse(body));
});

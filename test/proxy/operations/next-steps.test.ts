import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'vitest';
import { createWorld, PROXY, variables as given } from '../../support/world.ts';

// Whoever runs a program for the first time reads what to do next.

const variables = { ...given, PLATFORM_URL: 'http://127.0.0.1:9', HOST: '127.0.0.1', PORT: '0' };

function run(program: string, env: NodeJS.ProcessEnv = {}) {
  const script = new URL(`../../../proxy/${program}.ts`, import.meta.url).pathname;
  const path = { PATH: process.env['PATH'] };
  const child = spawn(process.execPath, ['--import', 'tsx', script], {
    env: { ...path, ...variables, ...env },
  });
  const printed = { out: '', err: '' };
  child.stdout.on('data', (text: Buffer) => (printed.out += text.toString()));
  child.stderr.on('data', (text: Buffer) => (printed.err += text.toString()));
  return { child, printed };
}

test('the proxy prints the next two steps when it starts, and what is wrong with its setup', async () => {
  const { child, printed } = run('server', { TRUSTED_HOPS: '0' });
  while (!printed.out.includes('?booking-check')) await once(child.stdout, 'data');
  child.kill('SIGINT');
  await once(child, 'exit');

  assert.match(printed.out, /^ {2}warn {2}visitors: .* TRUSTED_HOPS says how many/m);
  assert.match(printed.out, /^ {2}Next: npm run doctor/m);
  assert.match(
    printed.out,
    /^ {2}Then put this into a page of https:\/\/shop\.example: <script async src="https:\/\/book\.example\/booking-widget\.js"><\/script><booking-widget>/m,
  );
});

test('the doctor ends with what to do next', async () => {
  const { child, printed } = run('operations/doctor');
  const [code] = (await once(child, 'close')) as [number];
  assert.equal(code, 1);
  assert.match(printed.out, /\nNext: mend what says fail, and run the doctor again\.\n$/);

  const wrong = run('operations/doctor', { PLATFORM_URL: '' });
  await once(wrong.child, 'close');
  assert.match(
    wrong.printed.out,
    /^fail {2}PLATFORM_URL is missing: .*\nNext: mend what says fail, .*\n$/,
  );
});

test('the doctor goes on when whoever reads its output has read enough', async () => {
  const { child, printed } = run('operations/doctor');
  child.stdout.destroy();
  const [code] = (await once(child, 'exit')) as [number];

  assert.deepEqual([code, printed.err], [1, '']);
});

test('the address of the proxy says what it is', async () => {
  const { status, text } = await createWorld().read(new Request(`${PROXY}/`));
  assert.equal(status, 200);
  assert.match(text, /^This is the proxy of a booking widget\. .*\/booking-widget\.js.*\/readyz/);
});

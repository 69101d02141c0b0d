import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { Problem } from '#contract/problem.schema';
import type { Choice } from '../../support/world.ts';
import { cartOf, createWorld, newKey, PROXY, requestFor, SHOP } from '../../support/world.ts';
import { openListeningProxy } from './listening-proxy.ts';
import { statusesOf } from './raw-http.ts';

// Bodies made to exhaust or corrupt the proxy. Guards http/body.ts and http/parse.ts.

const world = createWorld();
const choice: Choice = await world.choose();
const cart = JSON.stringify(cartOf(choice, [2]));
const order = JSON.stringify(requestFor(await world.quoteOne(cartOf(choice, [2]))));

async function send(path: string, body: string | Uint8Array<ArrayBuffer>) {
  const headers = {
    Origin: SHOP,
    'Content-Type': 'application/json',
    'Idempotency-Key': newKey(),
  };
  const { status, text } = await world.read(
    new Request(PROXY + path, { method: 'POST', headers, body }),
  );
  return { status, body: JSON.parse(text) as Problem };
}

/** The names of everything that built-in objects inherit. */
function inherited(): string {
  return [Object, Array, Function, String, Number, Map, Set, Promise, Request]
    .map(({ prototype }) =>
      Reflect.ownKeys(prototype as object)
        .map(String)
        .join(),
    )
    .join('\n');
}
const untouched = inherited();

const nested = (open: string, close: string, depth: number) =>
  open.repeat(depth) + close.repeat(depth);
const bytes = (...list: (string | number[])[]) =>
  new Uint8Array(
    list.flatMap((part) => (typeof part === 'string' ? [...Buffer.from(part)] : part)),
  );

const bombs: [what: string, body: string | Uint8Array<ArrayBuffer>, statuses: number[]][] = [
  ['64 kB of opening brackets', '['.repeat(64 * 1024), [400]],
  ['64 kB of opening braces', '{"a":'.repeat(13_000), [400]],
  ['lists 32,000 deep', nested('[', ']', 32_000), [400]],
  ['lists 100,000 deep', nested('[', ']', 100_000), [413]],
  ['objects 9,000 deep', nested('{"a":', '}', 9_000).replace('}', '1}'), [400]],
  ['17 levels', nested('[', ']', 17), [400]],
  ['30,000 empty lists', `[${'[],'.repeat(20_000)}[]]`, [400]],
  [
    '5,000 unknown fields',
    `{${Array.from({ length: 5_000 }, (_, index) => `"f${index}":1`).join()}}`,
    [400],
  ],
  ['one key of 60 kB', `{"${'k'.repeat(60_000)}":1}`, [400]],
  ['one text of 60 kB', `"${'t'.repeat(60_000)}"`, [400]],
  ['a number of 60,000 digits', '9'.repeat(60_000), [400]],
  ['an exponent of 60,000 digits', `1e${'9'.repeat(60_000)}`, [400]],
  ['70 kB of space', `${' '.repeat(70_000)}{}`, [413]],
  ['nothing', '', [400]],
  ['null', 'null', [400]],
  ['a list', '[]', [400]],
  ['a text', '"lines"', [400]],
  ['a number', '1', [400]],
  ['NaN', '{"lines":NaN,"products":[]}', [400]],
  ['Infinity', '{"lines":Infinity}', [400]],
  ['undefined', 'undefined', [400]],
  ['a comment', '{/* */}', [400]],
  ['a comma at the end', `${cart.slice(0, -1)},}`, [400]],
  ['something after the end', `${cart}x`, [400]],
  ['a second document', `${cart}{}`, [400]],
  ['NUL after the end', `${cart}\0`, [400]],
  ['UTF-16', new Uint8Array([...Buffer.from(cart, 'utf16le')]), [400]],
  ['gzip', bytes([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]), [400]],
];
for (const [what, body, statuses] of bombs) {
  test(`a body of ${what} is refused by both writes, and the proxy goes on`, async () => {
    for (const path of ['/checkout/quotes', '/checkout/orders']) {
      const response = await send(path, body);
      assert.ok(
        statuses.includes(response.status),
        `${response.status} ${JSON.stringify(response.body)}`,
      );
      assert.ok(response.body.errors.length <= 20);
    }
    assert.equal((await world.read(new Request(`${PROXY}/livez`))).status, 200);
  });
}

const amounts = [
  ...['0', '-1', '100', '1.5', '1e999', '-1e999', '1e-400', '1e3', '-0', '9007199254740993'],
  ...['123456789012345678901234567890', '"1"', 'null', 'true', '[1]', '{}', '{"valueOf":1}'],
];
for (const amount of amounts) {
  test(`an amount of ${amount.slice(0, 30)} is refused`, async () => {
    const changedCart = cart.replace(/"amount":2/, `"amount":${amount}`);
    assert.notEqual(changedCart, cart);
    assert.equal((await send('/checkout/quotes', changedCart)).status, 400);
  });
}
for (const id of ['1e999', '1.5', '9007199254740993', '-0', '1e-400', '"1"', 'null']) {
  test(`a price id of ${id} is refused`, async () => {
    const changedCart = cart.replace(/"price_id":\d+/, `"price_id":${id}`);
    assert.ok([400, 409].includes((await send('/checkout/quotes', changedCart)).status));
  });
}

const prototypeKeys = ['__proto__', 'constructor', 'prototype'];
/** Where in the order's JSON a field can be injected. */
const insertionPoints: [where: string, before: RegExp, field: string][] = [
  ['at the top', /^\{/, ''],
  ['in a line', /"lines":\[\{/, 'lines[0].'],
  ['in a participant', /"participants":\[\{/, 'lines[0].participants[0].'],
  ['in the contact', /"contact":\{/, 'contact.'],
];
for (const [where, before, field] of insertionPoints) {
  for (const key of prototypeKeys) {
    test(`${key} ${where} is refused and named, whatever its value and however it is escaped`, async () => {
      const escaped = key.replace('o', '\\u006f');
      for (const injected of [
        `"${key}":{"status":"ACCEPTED","polluted":1},`,
        `"${key}":null,`,
        `"${escaped}":{"polluted":1},`,
        `"${key}":1,"${key}":{"polluted":1},`,
      ]) {
        const { status, body } = await send(
          '/checkout/orders',
          order.replace(before, (opening) => opening + injected),
        );
        assert.deepEqual([status, body.errors[0]?.field], [400, field + key], injected);
      }
    });
  }
}

test('no prototype was polluted', () => {
  assert.equal(inherited(), untouched);
  assert.equal(({} as { polluted?: number }).polluted, undefined);
});

test('a merge that does pollute a prototype is detected', () => {
  const merge = (to: Record<string, unknown>, from: Record<string, unknown>) => {
    for (const [key, value] of Object.entries(from)) {
      if (typeof value === 'object' && value) merge(to[key] as typeof to, value as typeof to);
      else to[key] = value;
    }
  };
  merge({}, JSON.parse('{"__proto__":{"polluted":1}}') as Record<string, unknown>);
  try {
    assert.notEqual(inherited(), untouched);
  } finally {
    delete (Object.prototype as { polluted?: number }).polluted;
  }
});

const texts: [what: string, text: string][] = [
  ['a high surrogate alone', '\\ud800'],
  ['a low surrogate alone', 'a\\udc00b'],
  ['NUL', 'a\\u0000b'],
  ['NUL alone', '\\u0000'],
];
for (const [what, text] of texts) {
  test(`${what} in a name is refused, and the field is named`, async () => {
    const changedOrder = order.replace('"name":"Ida Meyer"', `"name":"${text}Ida"`);
    const { status, body } = await send('/checkout/orders', changedOrder);
    assert.deepEqual([status, body.errors[0]?.field], [400, 'contact.name']);
  });
}

test('names in every script, line breaks and tabs are accepted; of a repeated key the last counts', async () => {
  const changedOrder = order
    .replace('"name":"Ida Meyer"', '"name":"Bob","name":"Ådne 山田 👩‍👩‍👧 O’Neil \u200fعلي"')
    .replace('"lang":', '"comment":"one\\n\\ttwo\\r\\nthree","lang":');
  assert.equal((await send('/checkout/orders', `\ufeff${changedOrder}`)).status, 201);
  assert.deepEqual(
    (await world.books()).map(({ name }) => name),
    ['Ådne 山田 👩‍👩‍👧 O’Neil \u200fعلي'],
  );
});

test('over a port, the size of a body is counted, whatever length was announced', async () => {
  const { sendBytes } = await openListeningProxy();
  const head = [
    'POST /checkout/quotes HTTP/1.1',
    'Host: a',
    'Content-Type: application/json',
    'Connection: close',
  ];
  const post = (headers: string[], body: string) =>
    sendBytes([...head, ...headers, '', body].join('\r\n'));
  const chunk = 'f'.repeat(1_000);
  const chunks = `3e8\r\n${chunk}\r\n`.repeat(70);

  assert.deepEqual(
    statusesOf(await post(['Transfer-Encoding: chunked'], `${chunks}0\r\n\r\n`)),
    [413],
  );
  assert.deepEqual(statusesOf(await post(['Content-Length: 70000'], 'f'.repeat(70_000))), [413]);
  assert.deepEqual(statusesOf(await post(['Content-Length: 2'], '{}')), [400]);
  // Compressed bodies are not decoded, so none can expand.
  assert.deepEqual(
    statusesOf(await post(['Content-Encoding: gzip', 'Content-Length: 2'], '{}')),
    [400],
  );
});

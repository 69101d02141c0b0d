import assert from 'node:assert/strict';
import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { test } from 'vitest';
import { readJson } from '../../../proxy/platform/read-json.ts';
import { createSlices } from '../../../proxy/platform/slices.ts';
import { serve } from './serve.ts';

/** Time stands still, so it is one slice. */
const slices = createSlices(() => 0);
const MB = 1024 * 1024;
const json = 'application/json';
const responseOf = (body: BodyInit | null, type = json, headers: Record<string, string> = {}) =>
  new Response(body, { headers: { 'Content-Type': type, ...headers } });
const bytes = (text: string, encoding: BufferEncoding = 'utf8') => Buffer.from(text, encoding);

const read: [what: string, response: Response, value: unknown][] = [
  ['JSON', responseOf('{"a":1}'), { a: 1 }],
  ['with a charset', responseOf('{"a":"é"}', 'application/json; charset=utf-8'), { a: 'é' }],
  ['in capitals', responseOf('[]', 'Application/JSON ;x=y'), []],
  ['of a kind of JSON', responseOf('{}', 'application/problem+json'), {}],
  ['after a byte order mark', responseOf(bytes('\ufeff[1]')), [1]],
  ['with one byte that is no UTF-8', responseOf(bytes('["\xff"]', 'latin1')), ['\ufffd']],
  [
    'with another charset announced',
    responseOf('["é"]', 'application/json; charset=latin1'),
    ['é'],
  ],
  [
    'whose one item has a million levels, as null',
    responseOf('['.repeat(1_100_000) + ']'.repeat(1_100_000)),
    [null],
  ],
  ['of an empty list, with spaces around', responseOf(' \n[ ]\t'), []],
  [
    'of texts that look like structure',
    responseOf('["a,]", "\\"}", "\\\\",[{"b":"["}]]'),
    ['a,]', '"}', '\\', [{ b: '[' }]],
  ],
  [
    'with integers beyond 2^53, as strings',
    responseOf('[{"id":9007199254740993,"a":[-12345678901234567890]}]'),
    [{ id: '9007199254740993', a: ['-12345678901234567890'] }],
  ],
  [
    'with long numbers that are no integers, and digits in strings, as they are',
    responseOf(
      '{"a":0.12345678901234567,"b":1e20,"c":"1234567890123456789, \\"1234567890123456789"}',
    ),
    { a: 0.12345678901234567, b: 1e20, c: '1234567890123456789, "1234567890123456789' },
  ],
  ['with less announced than sent', responseOf('[1,2]', json, { 'Content-Length': '1' }), [1, 2]],
];
for (const [what, response, value] of read) {
  test(`reads a response ${what}`, async () =>
    assert.deepEqual(await readJson(response, slices), value));
}

const refused: [what: string, response: Response, message: RegExp][] = [
  ['a page', responseOf('<html></html>', 'text/html'), /not JSON/],
  ['a page that says it is JSON', responseOf('<!doctype html><html>'), /not JSON/],
  ['JSON that says it is a page', responseOf('{}', 'text/html'), /not JSON/],
  ['JSON lines', responseOf('{}', 'application/json-seq'), /not JSON/],
  ['two values', responseOf('{}{}'), /not JSON/],
  ['two lists', responseOf('[][]'), /not JSON/],
  ['a list with a comma too many', responseOf('[1,]'), /not JSON/],
  ['a list with an item too few', responseOf('[,1]'), /not JSON/],
  ['a list that ends as an object', responseOf('[1}'), /not JSON/],
  ['a list that does not end', responseOf('[1'), /not JSON/],
  ['a text in a list that does not end', responseOf('["1]'), /not JSON/],
  ['half a value', responseOf('[{"id":1},{"id'), /not JSON/],
  ['nothing', responseOf(''), /not JSON/],
  ['no content', new Response(null, { status: 204 }), /not JSON/],
  ['no content that has a type', responseOf(null), /not JSON/],
  ['NaN', responseOf('[{"price":NaN}]'), /not JSON/],
  ['UTF-16', responseOf(bytes('[1]', 'utf16le')), /not JSON/],
  ['a callback', responseOf('f({})', 'application/javascript'), /not JSON/],
  ['a million empty objects', responseOf(`[${'{},'.repeat(1_000_000)}{}]`), /too large/],
];
for (const [what, response, message] of refused) {
  test(`refuses ${what}`, async () => {
    await assert.rejects(readJson(response, slices), { name: 'PlatformMalformed', message });
  });
}

/** An endless stream that counts the bytes read from it. */
function createFlood(chunk: Uint8Array) {
  const seen = { pulled: 0, cancelled: false };
  const stream = new ReadableStream(
    {
      pull(controller) {
        seen.pulled += 1;
        controller.enqueue(chunk);
      },
      cancel() {
        seen.cancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { seen, stream };
}

const floods: [what: string, type: string, length: string | undefined, most: number][] = [
  ['without end is cut off', json, undefined, 33],
  ['that lies about its length is cut off', json, '2', 33],
  ['of 2 GB, announced, is not begun', json, String(2048 * MB), 0],
  ['without end that is a page is not begun', 'text/html', undefined, 0],
];
for (const [what, type, length, most] of floods) {
  test(`a response ${what}, and the platform is told to stop`, async () => {
    const { seen, stream } = createFlood(new Uint8Array(MB).fill(32));
    const response = responseOf(stream, type, length ? { 'Content-Length': length } : {});

    await assert.rejects(readJson(response, slices), { name: 'PlatformMalformed' });

    assert.deepEqual(seen, { pulled: most, cancelled: true });
  });
}

test('a compressed response counts by its decompressed size', async (t) => {
  const packed = gzipSync(Buffer.alloc(64 * MB, 32));
  assert.ok(packed.length < MB);
  const url = await serve(t, (_, response) => {
    response.writeHead(200, { 'Content-Type': json, 'Content-Encoding': 'gzip' }).end(packed);
  });

  await assert.rejects(readJson(await fetch(url), slices), { message: /too large/ });
});

test('a dripping response is given up with its call, and its connection is closed', async (t) => {
  let closed: Promise<unknown> | undefined;
  const url = await serve(t, (_, response) => {
    closed = once(response, 'close');
    response.writeHead(200, { 'Content-Type': json }).write('[');
  });
  const call = new AbortController();
  const response = await fetch(new Request(url, { signal: call.signal }));

  const reading = readJson(response, slices);
  call.abort(new DOMException('the time is up', 'TimeoutError'));

  await assert.rejects(reading, { name: 'TimeoutError' });
  await closed;
});

/** An integer beyond 2^53 that is written with all its digits, as its digits. */
const inDigits = (_: string, value: unknown) =>
  Number.isInteger(value) && !Number.isSafeInteger(value) && /^-?\d+$/.test(String(value))
    ? String(value)
    : value;

test('a list is parsed as by JSON.parse but for long integers, whatever its content and format', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.jsonValue()),
      fc.constantFrom(0, 1, '\t'),
      async (list, indent) => {
        const text = JSON.stringify(list, null, indent);
        const expected: unknown = JSON.parse(text, inDigits);
        assert.deepEqual(await readJson(responseOf(text), slices), expected);
      },
    ),
  );
});

test('a list that was cut or corrupted anywhere is parsed or refused as by JSON.parse', async () => {
  const text = JSON.stringify([{ a: ['x,"y', 1], b: {} }, [[], null], 'z\\']);
  const position = fc.nat(text.length - 1);
  await fc.assert(
    fc.asyncProperty(position, fc.constantFrom('', ...'[]{},":\\ 1'), async (at, character) => {
      const spoiled = text.slice(0, at) + character + text.slice(at + 1);
      const expected = await Promise.resolve(spoiled)
        .then(JSON.parse)
        .catch(() => 'refused');
      const read = await readJson(responseOf(spoiled), slices).catch(() => 'refused');
      assert.deepEqual(read, expected);
    }),
    { numRuns: 1_000 },
  );
});

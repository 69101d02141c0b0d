import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import type { Answer } from '../../../proxy/http/response.ts';
import { createSharing } from '../../../proxy/http/cors.ts';
import { type Compress, createSend } from '../../../proxy/http/send.ts';
import { onlySite } from '../../../proxy/sites.ts';

const origins = ['https://shop.example', 'https://www.shop.example'];
const shareWith = createSharing(onlySite({ id: '', secret: '' }, new Set(origins), 'en'));
const bytes = (text: string) => new TextEncoder().encode(text);
const compress: Compress = (accepted, etag) => {
  if (accepted === '') return undefined;
  return { encoding: accepted, body: bytes(`${accepted} of ${etag}`) };
};

const tagged = { 'Content-Type': 'application/json', ETag: 'W/"1"' };
const known: Answer = { status: 304, headers: tagged, body: null };
const answers: Answer[] = [
  { status: 200, headers: tagged, body: bytes('first'), known },
  known,
  {
    status: 200,
    headers: { ...tagged, ETag: 'W/"2"', 'Booking-Stale': 'true' },
    body: bytes('second'),
  },
  { status: 404, headers: { 'Content-Type': 'application/problem+json' }, body: '{}' },
];

test('whoever asked before, everybody gets what they would have got as the first', () => {
  const asked = fc.record({
    answer: fc.constantFrom(...answers),
    origin: fc.constantFrom(undefined, 'https://other.example', ...origins),
    accepted: fc.constantFrom('', 'br', 'gzip'),
    later: fc.constantFrom(0, 0, 0, 400, 1_000),
  });
  fc.assert(
    fc.property(fc.array(asked, { minLength: 2, maxLength: 30 }), (visits) => {
      const time = { now: 0 };
      const send = createSend(() => time.now, compress);
      for (const { answer, origin, accepted, later } of visits) {
        time.now += later;
        const now = time.now;
        const alone = createSend(() => now, compress);
        assert.deepEqual(
          send(answer, shareWith(origin), accepted),
          alone(answer, shareWith(origin), accepted),
        );
      }
    }),
  );
});

test('what is held is put together once for those who are alike, and anew for each second', async () => {
  const time = { now: 0 };
  const send = createSend(() => time.now, compress);
  const [answer] = answers;
  assert.ok(answer);
  const ask = () => send(answer, shareWith(origins[0]), 'br');

  const first = await ask();
  time.now = 999;
  assert.equal(await ask(), first);
  time.now = 1_000;
  assert.notEqual(await ask(), first);
  assert.equal((await ask()).headers['Date'], 'Thu, 01 Jan 1970 00:00:01 GMT');
});

import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { test } from 'vitest';
import { createStreamLimit } from '../../../proxy/guards/stream-limit.ts';
import { createEventStreams } from '../../../proxy/http/event-stream.ts';
import type { HttpResponse } from '../../../proxy/http/response.ts';
import { STREAM_COMMENT_EVERY, STREAM_LOOK_EVERY } from '../../../proxy/time-limits.ts';

/** Streams of a value that the test changes, on virtual time. */
function openStreams() {
  mock.timers.enable({ apis: ['setTimeout'] });
  const closing = new AbortController();
  const streams = createEventStreams(closing.signal, createStreamLimit());
  const source: { value: { state: string } | undefined } = { value: { state: 'checking' } };
  return {
    source,
    close: () => closing.abort(),
    open: (client?: string) => {
      assert.ok(source.value);
      return streams.open(source.value, async () => source.value, client);
    },
    async look(times = 1) {
      for (let look = 0; look < times; look += 1) {
        await settled();
        mock.timers.tick(STREAM_LOOK_EVERY);
        await settled();
      }
    },
  };
}

/** Lets everything run that needs no time. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function readerOf(response: HttpResponse | undefined) {
  assert.ok(response?.body instanceof ReadableStream);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  return {
    next: async () => (await reader.read()).value,
    isOver: async () => (await reader.read()).done,
    leave: () => reader.cancel(),
  };
}

test('a stream sends the value at once, and then whenever it has changed', async () => {
  const { source, open, look } = openStreams();
  const { next } = readerOf(open());

  assert.equal(await next(), 'data: {"state":"checking"}\n\n');
  await look(3);
  source.value = { state: 'placed' };
  await look();
  assert.equal(await next(), 'data: {"state":"placed"}\n\n');
});

test('without changes it sends a comment before any intermediary closes it', async () => {
  const { open, look } = openStreams();
  const { next } = readerOf(open());
  await next();

  await look(STREAM_COMMENT_EVERY / STREAM_LOOK_EVERY);
  assert.equal(await next(), ':\n\n');
  assert.ok(STREAM_COMMENT_EVERY <= 20_000);
});

test('it ends at once when the proxy closes, and none begins any more', async () => {
  const { open, close } = openStreams();
  const { next, isOver } = readerOf(open());
  await next();

  close();
  assert.equal(await isOver(), true);
  assert.equal(open(), undefined);
});

test('it ends when there is no value any more', async () => {
  const { source, open, look } = openStreams();
  const { next, isOver } = readerOf(open());
  await next();

  source.value = undefined;
  await look();
  assert.equal(await isOver(), true);
});

test('a client may have twenty streams at once, which does not affect other clients', async () => {
  const { open, look } = openStreams();
  const [first] = Array.from({ length: 20 }, () => readerOf(open('1.2.3.4')));
  assert.equal(open('1.2.3.4'), undefined);
  assert.ok(open('5.6.7.8'));

  await first?.leave();
  await look();
  assert.ok(open('1.2.3.4'), 'a stream that was left still counts');
});

/** An IPv6 /64, named as a client. */
const networkIn48 = (number: number) => `32.1.13.184.0.1.0.${number}`;

test('the networks of a /48 may have eighty streams together, which does not affect others', async () => {
  const { open, look } = openStreams();
  const [first] = Array.from({ length: 80 }, (_, index) => readerOf(open(networkIn48(index))));
  assert.equal(open(networkIn48(80)), undefined);
  assert.ok(open('32.1.13.184.0.2.0.80'));

  await first?.leave();
  await look();
  assert.ok(open(networkIn48(80)), 'a stream that was left still counts');
});

test('a network of a /48 has twenty of them at most', () => {
  const { open } = openStreams();
  for (let streams = 0; streams < 20; streams += 1) assert.ok(open(networkIn48(1)));

  assert.equal(open(networkIn48(1)), undefined);
  assert.ok(open(networkIn48(2)));
});

test('a stream pauses while its client does not read', async () => {
  const { source, open, look } = openStreams();
  const { next } = readerOf(open());
  for (let news = 0; news < 50; news += 1) {
    source.value = { state: `news ${news}` };
    await look();
  }

  assert.equal(await next(), 'data: {"state":"checking"}\n\n');
  const waiting = await next();
  assert.match(waiting ?? '', /news [0-4]"/);
});

import assert from 'node:assert/strict';
import { test } from 'vitest';
import { paths } from '#contract/paths';
import type { Effort } from '../../../proxy/http/encoding.ts';
import { limitFor } from '../../../src/client/urls.ts';
import { createWorld, PROXY } from '../../support/world.ts';
import { loadChanged } from '../changed-copy.ts';
import { type FloodReport, orderBesideLists } from './flood.ts';

test('an order goes by any number of lists that wait to be compressed', async () => {
  const { order, jobs, plain } = await orderBesideLists();

  assert.equal(order, 201);
  assert.deepEqual(jobs, ['quick']);
  assert.ok(plain > 40, String(plain));
});

const withoutGuard = {
  'all are compressed at once': {
    file: 'proxy/http/compressor.ts',
    line: 'quick: createSemaphore({ atOnce: 1, backlog: 8 }),',
    instead: 'quick: createSemaphore({ atOnce: Infinity, backlog: 8 }),',
  },
};

for (const [name, change] of Object.entries(withoutGuard)) {
  test(`control: if ${name}, it waits for ever`, async () => {
    const { orderBesideLists: orderWithout, close } = await loadChanged<{
      orderBesideLists: () => Promise<FloodReport>;
    }>(change, ['test/proxy/guards/flood.ts', 'test/proxy/guards/threads.ts']);

    const { order, jobs } = await orderWithout().finally(close);
    assert.equal(order, undefined);
    assert.ok(jobs.length >= 4, String(jobs.length));
  });
}

test('only what everybody sees first is compressed with the best effort', async () => {
  const efforts: Effort[] = [];
  const br = async (body: Uint8Array<ArrayBuffer>, effort: Effort) => {
    efforts.push(effort);
    return body;
  };
  const script = 'let a = "__BOOKING_PROXY__";'.repeat(100);
  const world = createWorld({
    scenario: 'large',
    assets: { 'booking-widget.js': script },
    encoders: { br },
  });
  const effortOf = async (path: string) => {
    efforts.splice(0);
    const headers = { 'Accept-Encoding': 'br' };
    await world.read(new Request(PROXY + path, { headers }));
    return efforts.join();
  };
  const first = `${paths.events}?limit=${limitFor(1)}`;
  const now = 'available_from=2026-11-21T09:00:00Z';

  for (const path of [first, `${first}&${now}`]) {
    assert.equal(await effortOf(path), 'best', path);
  }
  // With the list, which is now in memory, it is made anew each minute.
  assert.equal(await effortOf(paths.script), 'good');
  for (const choice of [
    'order=title',
    'match=walk',
    'offset=1',
    'day=2026-12-24',
    'categories=1',
  ]) {
    assert.equal(await effortOf(`${first}&${choice}`), 'quick', choice);
  }
  assert.equal(await effortOf(`${paths.events}?limit=${limitFor(2)}`), 'quick');
});

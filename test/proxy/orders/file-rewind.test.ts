import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { afterAll, test } from 'vitest';
import { openFileStore } from '../../../proxy/store/file.ts';
import { cartOf, newKey, requestFor } from '../../support/world.ts';
import { createFaulty } from './faulty.ts';

const SETTLED = 932_000;

const folder = mkdtempSync(join(tmpdir(), 'file-rewind-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;

/** A snapshot of a store's file; the returned function puts its rows back into the file. */
function takeSnapshot(path: string): () => void {
  const snapshot = `${path}.snapshot`;
  const source = new Database(path);
  source.exec(`VACUUM INTO '${snapshot}'`);
  source.close();
  return () => {
    const target = new Database(path);
    target.exec(`ATTACH '${snapshot}' AS earlier;
      BEGIN IMMEDIATE;
      DELETE FROM entries;
      INSERT INTO entries SELECT * FROM earlier.entries;
      UPDATE sqlite_sequence SET seq = (SELECT seq FROM earlier.sqlite_sequence);
      COMMIT;`);
    target.close();
  };
}

for (const isRestarted of [false, true]) {
  const who = isRestarted ? 'a proxy that was started on it' : 'a proxy that runs';
  test(`a file that was put back doubles no order that is in flight, at ${who}`, async () => {
    const path = join(folder, `${++files}.db`);
    const store = openFileStore(path);
    let late: (() => Promise<Response>) | undefined;
    const world = createFaulty(
      async (request, platform) => {
        late = () => platform(request);
        throw new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } });
      },
      { store },
    );
    await world.runJobs();
    const goBack = takeSnapshot(path);
    await world.runJobs();
    const request = requestFor(await world.quoteOne(cartOf(await world.choose(), [2])));
    const key = newKey();
    assert.equal((await world.place(request, key)).status, 202);
    world.faults.create = (call, platform) => platform(call);

    goBack();
    if (isRestarted) world.restart();
    const again = await world.place(request, key);

    assert.deepEqual([again.status, again.body.state], [202, 'checking']);
    await late?.();
    world.advance(SETTLED);
    assert.equal((await world.place(request, key)).body.state, 'placed');
    assert.equal((await world.books()).length, 1);
    assert.equal(world.orderCalls(), 1);
    await store.close();
  });
}

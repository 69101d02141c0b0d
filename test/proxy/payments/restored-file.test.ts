import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'vitest';
import { backUp } from '../../../proxy/operations/backup.ts';
import { openFileStore } from '../../../proxy/store/file.ts';
import { type BackedUpStore, providers, tellRestoredOrder } from './restored-shop.ts';

function createStore(folder: string): BackedUpStore {
  const path = join(folder, 'proxy.db');
  const backup = join(folder, 'backup.db');
  return {
    url: `file:${path}`,
    open: async () => openFileStore(path),
    backUp: async () => void backUp(`file:${path}`, backup),
    async restore() {
      for (const name of readdirSync(folder).filter((one) => one.startsWith('proxy.db'))) {
        renameSync(join(folder, name), join(folder, `away-${name}`));
      }
      renameSync(backup, path);
    },
  };
}

for (const [name, open] of Object.entries(providers)) {
  test(`a file that is backed up while a customer pays, and put back, costs no order its money at ${name}`, async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'restored-'));
    const shop = await open();
    t.onTestFinished(async () => {
      await shop.close();
      rmSync(folder, { recursive: true });
    });

    const end = await tellRestoredOrder(createStore(folder), shop);

    assert.equal(end.told, 'placed, then placed');
    assert.equal(end.code, end.booked);
    assert.deepEqual(end.kept, [end.total, end.total]);
    assert.deepEqual(end.alarms, []);
  });
}

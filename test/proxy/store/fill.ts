import { openFileStore } from '../../../proxy/store/file.ts';

/** A process of its own, because the limit on file sizes applies per process. */
const store = openFileStore(process.argv[2] ?? '');
const row = 'x'.repeat(10_000);
let rows = 0;
try {
  for (; rows < 1_000; rows += 1) await store.put(`row/${rows}`, row, 0);
} catch (error) {
  const kept = (await store.list('row/')).length === rows;
  const { name } = error as Error;
  console.log(`${name} after ${rows} rows, ${kept ? 'which are there' : 'which are lost'}`);
}
await store.close();

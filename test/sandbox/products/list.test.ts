import assert from 'node:assert/strict';
import { test } from 'vitest';
import { openSandbox } from '../support.ts';

test('Product list: match searches name and description', async () => {
  const { products, product } = await openSandbox();
  const print = await product('Print');
  const words = print.description.replaceAll(/<[^>]*>/g, ' ').trim();

  assert.deepEqual(await products({ match: 'picnic two' }), [await product('Picnic')]);
  assert.deepEqual(await products({ match: words }), [print]);
});

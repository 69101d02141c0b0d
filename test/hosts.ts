import { buildShop } from './support/build-shop.ts';
import { runNodeTests } from './support/node-tests.ts';
import { createTotal } from './support/total.ts';

/** Runs a whole booking in Chromium on every kind of host page. */
const total = createTotal();
await buildShop();
await total.part('Host pages', () =>
  runNodeTests(
    ['test/hosts/hosts.test.ts', 'test/hosts/engines/chromium.test.ts'].map((file) => ({
      timezone: 'UTC',
      files: [file],
    })),
  ),
);
total.end();

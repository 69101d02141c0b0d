import { buildShop } from './support/build-shop.ts';
import { runNodeTests } from './support/node-tests.ts';
import { createTotal } from './support/total.ts';

/** Runs a whole booking in Chromium on every kind of host page. */
const total = createTotal();
await buildShop();
await total.part('Host pages', () =>
  runNodeTests([{ timezone: 'UTC', files: ['test/hosts/hosts.test.ts'] }]),
);
total.end();

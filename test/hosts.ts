import { buildShop } from './support/build-shop.ts';
import { runNodeTests } from './support/node-tests.ts';
import { createTotal } from './support/total.ts';

/** A whole booking on every kind of page that a reseller may have, in Chromium. */
const total = createTotal();
await buildShop();
await total.part('Host pages', () =>
  runNodeTests([{ timezone: 'UTC', files: ['test/hosts/hosts.test.ts'] }]),
);
total.end();

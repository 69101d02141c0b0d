import { spawnSync } from 'node:child_process';
import { buildShop } from './support/build-shop.ts';
import { runNodeTests } from './support/node-tests.ts';
import { createTotal } from './support/total.ts';

/** Packs the npm package and installs the tarball in one app per framework, as shops do. */
const { status } = spawnSync('npm', ['run', '--silent', 'build:npm'], { stdio: 'inherit' });
if (status !== 0) throw new Error('The npm package could not be built.');
await buildShop();

const total = createTotal();
await total.part('npm package', () =>
  runNodeTests([{ timezone: 'UTC', files: ['test/package/package.test.ts'] }]),
);
total.end();

import { spawnSync } from 'node:child_process';
import { buildShop } from './support/build-shop.ts';
import { runNodeTests } from './support/node-tests.ts';
import { createTotal } from './support/total.ts';

/**
 * Packs the npm package and installs the tarball in one app per framework, as shops do; and installs
 * what the proxy's image consists of.
 */
for (const script of ['build:npm', 'build:proxy']) {
  const { status } = spawnSync('npm', ['run', '--silent', script], { stdio: 'inherit' });
  if (status !== 0) throw new Error(`npm run ${script} failed.`);
}
await buildShop();

const total = createTotal();
await total.part('npm package and image', () =>
  runNodeTests([
    { timezone: 'UTC', files: ['test/package/package.test.ts'] },
    { timezone: 'UTC', files: ['test/package/image.test.ts'] },
  ]),
);
total.end();

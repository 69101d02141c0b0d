import { runNodeTests, type Watch } from '../node-tests.ts';

/**
 * Runs the files that are named beside this one as one group, and prints the count. It knows of
 * those that hang, and so waits for none.
 */
const folder = 'test/support/node-tests';
const watch: Watch = (kill) => ({
  see(progress) {
    if (progress.type === 'file-begins' && progress.file.endsWith('/hangs.ts')) kill();
    if (progress.type === 'file-ends' && progress.file.endsWith('/leaves-something-open.ts'))
      kill();
  },
  end: () => {},
});
const files = process.argv.slice(2).map((name) => `${folder}/${name}.ts`);
console.log(JSON.stringify(await runNodeTests([{ timezone: 'UTC', files }], watch)));

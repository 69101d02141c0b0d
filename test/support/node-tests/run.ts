import { runNodeTests, type Watch } from '../node-tests.ts';

/**
 * Runs the files that are named beside this one as one group, and prints the count. It knows of
 * those that hang, and so waits for none.
 */
const folder = 'test/support/node-tests';
const watch: Watch = (kill) => {
  // The reporter tells of a file's end after the next file has begun.
  const running = new Set<string>();
  return {
    see(progress) {
      if (progress.type === 'file-begins') running.add(progress.file);
      if (progress.type === 'file-ends') running.delete(progress.file);
      const [file = '', ...others] = running;
      if (others.length === 0 && file.endsWith('/hangs.ts')) kill();
      if (progress.type === 'file-ends' && progress.file.endsWith('/leaves-something-open.ts'))
        kill();
    },
    end: () => {},
  };
};
const files = process.argv.slice(2).map((name) => `${folder}/${name}.ts`);
console.log(JSON.stringify(await runNodeTests([{ timezone: 'UTC', files }], watch)));

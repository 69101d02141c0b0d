import { runNodeTests, type Watch } from '../node-tests.ts';

/**
 * Runs the named files of this folder as one group, and prints the count. It knows which files
 * hang, so it does not wait for them.
 */
const folder = 'test/support/node-tests';
const watch: Watch = (kill) => {
  // The reporter reports the end of a file after the next one has begun.
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
const { passed, failed, skipped } = await runNodeTests([{ timezone: 'UTC', files }], watch);
console.log(JSON.stringify({ passed, failed, skipped }));

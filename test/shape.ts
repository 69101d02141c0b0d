import { readFileSync } from 'node:fs';
import { filesBelow } from './support/files.ts';

/**
 * Prints figures about the code of folders, to compare them with other code: `npm run
 * figures:shape`, or `npm run figures:shape -- FOLDER …`. No check depends on them.
 */
const folders = process.argv.length > 2 ? process.argv.slice(2) : ['proxy'];

/** The value below which this fraction of the sorted values lies. */
function quantile(sorted: readonly number[], fraction: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? 0;
}

for (const folder of folders) {
  const files = filesBelow(folder, '.ts').map((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== ''),
  );
  const lines = files.flat();
  const characters = lines.reduce((sum, line) => sum + line.length, 0);
  const lengths = files.map((file) => file.length).sort((one, other) => one - other);

  console.log(
    `${folder}: ${files.length} files, ${lines.length} lines that are not blank, ` +
      `${(characters / lines.length).toFixed(1)} characters a line; ` +
      `lines a file: median ${quantile(lengths, 0.5)}, p90 ${quantile(lengths, 0.9)}`,
  );
}

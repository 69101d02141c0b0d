import { filesBelow } from './support/files.ts';
import { isLong } from './support/groups.ts';
import { runNodeTests } from './support/node-tests.ts';
import { createTotal } from './support/total.ts';

/**
 * Runs the tests that search for long: a crash after each step, an outage of an hour, thousands of
 * notifications. Arguments select files as in `npm test`.
 */
const words = process.argv.slice(2);
const files = filesBelow('test', '.test.ts').filter(
  (file) => isLong(file) && (words.length === 0 || words.some((word) => file.includes(word))),
);
const total = createTotal();
await total.part('Long searches', () =>
  runNodeTests(files.map((file) => ({ timezone: 'UTC', files: [file] }))),
);
total.end();

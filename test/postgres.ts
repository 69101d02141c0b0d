import { noTests } from './support/count.ts';
import { filesBelow } from './support/files.ts';
import { runNodeTests } from './support/node-tests.ts';
import { findPostgres } from './support/postgres.ts';
import { createTotal } from './support/total.ts';

/**
 * Runs the tests that need PostgreSQL; each file starts its own server. An argument selects files
 * as in `npm test`.
 */
const wanted = process.argv[2] ?? '';
const files = filesBelow('test/postgres', '.test.ts').filter((file) => file.includes(wanted));

const total = createTotal();
await total.part('PostgreSQL', async () => {
  if (findPostgres())
    return runNodeTests(files.map((file) => ({ timezone: 'UTC', files: [file] })));
  console.log('\nPostgreSQL is left out: apt-get install postgresql-15');
  return { ...noTests(), failed: process.env['CI'] ? 1 : 0, skipped: 1 };
});
total.end();

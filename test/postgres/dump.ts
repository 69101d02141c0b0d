import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { findPostgres } from '../support/postgres.ts';

/** Dumps a database; the returned function restores it in its place. */
export function dump(url: string): () => Promise<void> {
  const programs = findPostgres() ?? '';
  const options = ['--format=custom', '--schema=booking_proxy', `--dbname=${url}`];
  const file = execFileSync(join(programs, 'pg_dump'), options, { maxBuffer: 1e9 });
  return async () => {
    const restoring = ['--clean', '--if-exists', '--single-transaction', `--dbname=${url}`];
    execFileSync(join(programs, 'pg_restore'), restoring, { input: file });
  };
}

#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { ConfigError } from '../config-error.ts';
import { withSecretFiles } from '../given-files.ts';
import { createApi } from '../platform/index.ts';
import { parseCommand, runCommand, usage } from './client-command.ts';
import { createFileStore } from './file-store.ts';
import { WrongUse } from './lists.ts';

/** The command of the client's package. Its exit code is 1 if something failed, 2 if it was misused. */
const readText = (path: string) => readFileSync(path, 'utf8');

function variable(name: string): string {
  const variables = withSecretFiles(process.env, ['PLATFORM_CLIENT_SECRET'], readText);
  const value = variables[name];
  if (value) return value;
  throw new ConfigError(`${name} is missing`);
}

async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseCommand(args);
  if (values.help || positionals.length === 0) {
    process.stdout.write(usage);
    return 0;
  }
  const api = createApi({
    url: variable('PLATFORM_URL'),
    client: { id: variable('PLATFORM_CLIENT_ID'), secret: variable('PLATFORM_CLIENT_SECRET') },
    store: createFileStore(
      values.store ?? join(homedir(), '.local', 'state', 'booking-platform', 'store.json'),
    ),
  });
  return runCommand(args, {
    api,
    readText,
    out: (text) => process.stdout.write(text),
    error: (text) => process.stderr.write(text),
  });
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof WrongUse)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}

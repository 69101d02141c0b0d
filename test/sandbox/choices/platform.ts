import test from 'node:test';
import type { Calls, OpenOptions, OpenSandbox } from '../support.ts';
import { openSandbox } from '../support.ts';

/**
 * A test of the sandbox's behaviour, including its own choices: messages, codes, `Link`, the fields
 * of every item, and paths that the spec does not fix. The rules for any platform are in
 * `../conformance/`.
 */
export function sandboxRule(
  title: string,
  run: (sandbox: OpenSandbox) => Promise<void>,
  options: OpenOptions = {},
): void {
  test(title, async () => run(await openSandbox(options)));
}

/** The same where only reading is needed. */
export function rule(title: string, run: (platform: Calls) => Promise<void>): void {
  sandboxRule(title, run);
}

/** The same where a vendor writes. */
export function writeRule(
  title: string,
  run: (platform: Calls) => Promise<void>,
  options: OpenOptions = { client: 'vendor' },
): void {
  sandboxRule(title, run, options);
}

/** The first thing that fits. */
export function need<Item>(
  items: Iterable<Item>,
  fits: (item: Item) => boolean,
  what: string,
): Item {
  for (const item of items) if (fits(item)) return item;
  throw new Error(`there is no ${what} here`);
}

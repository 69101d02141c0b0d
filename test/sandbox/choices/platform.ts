import type { TestContext } from 'node:test';
import test from 'node:test';
import type { Calls, OpenOptions, OpenSandbox } from '../support.ts';
import { callsOf, openSandbox, requestToken } from '../support.ts';

/**
 * The suite runs on a sandbox of its own for every test, or on the platform that the environment
 * names: CONFORMANCE_URL, CONFORMANCE_CLIENT_ID, CONFORMANCE_CLIENT_SECRET. There it reads only,
 * unless CONFORMANCE_WRITE is 1.
 */
const url = process.env['CONFORMANCE_URL']?.replace(/\/$/, '');
const mayWrite = process.env['CONFORMANCE_WRITE'] === '1';

/**
 * Thrown where a platform has nothing that a rule could be tried on. The sandbox always has to have
 * it.
 */
class NothingToTry extends Error {
  override readonly name = 'NothingToTry';
}

/** The first thing that fits, without which the rule cannot be tried. */
export function need<Item>(
  items: Iterable<Item>,
  fits: (item: Item) => boolean,
  what: string,
): Item {
  for (const item of items) if (fits(item)) return item;
  throw new NothingToTry(`there is no ${what} here`);
}

/** A rule that reading can show. */
export function rule(title: string, run: (platform: Calls) => Promise<void>): void {
  test(title, async (context) => {
    if (!url) return run(await openSandbox());
    return tryOn(context, () => run(remote(url)));
  });
}

/** A rule that only writing can show. */
export function writeRule(
  title: string,
  run: (platform: Calls) => Promise<void>,
  options: OpenOptions = { client: 'vendor' },
): void {
  test(title, async (context) => {
    if (!url) return run(await openSandbox(options));
    if (!mayWrite) return context.skip('writes only with CONFORMANCE_WRITE=1');
    return tryOn(context, () => run(remote(url)));
  });
}

/**
 * A rule that needs the sandbox itself: its clock, its catalogue, its clients or its `/sandbox`
 * calls.
 */
export function sandboxRule(
  title: string,
  run: (sandbox: OpenSandbox) => Promise<void>,
  options: OpenOptions = {},
): void {
  test(title, async (context) => {
    if (url) return context.skip('needs the sandbox');
    return run(await openSandbox(options));
  });
}

async function tryOn(context: TestContext, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof NothingToTry)) throw error;
    context.skip(error.message);
  }
}

/**
 * One token for all tests of a process: a second request may be refused (spec, Authentication 4).
 */
let token: Promise<string> | undefined;

function remote(base: string): Calls {
  token ??= readToken(base);
  const cachedToken = token;
  return callsOf(fetch, base, () => cachedToken);
}

async function readToken(base: string): Promise<string> {
  const id = process.env['CONFORMANCE_CLIENT_ID'] ?? '';
  const secret = process.env['CONFORMANCE_CLIENT_SECRET'] ?? '';
  const ask = async (request: Request) =>
    fetch(base + new URL(request.url).pathname, {
      method: 'POST',
      body: new URLSearchParams(await request.text()),
    });
  const response = await requestToken(ask, { id, secret });
  if (!response.ok) throw new Error(`the platform gave no token: ${response.status}`);
  return ((await response.json()) as { access_token: string }).access_token;
}

import { createFetch } from '../../../proxy/http/fetch.ts';
import { readLimitedText } from '../../../proxy/http/body.ts';

/**
 * Asks as the proxy asks the platform, with a time limit, while everything that can be collected
 * is; prints the end.
 */
const fetch = createFetch();

async function ask(): Promise<string> {
  const [, , url = '', limit] = process.argv;
  const response = await fetch(new Request(url, { signal: AbortSignal.timeout(Number(limit)) }));
  return String(await readLimitedText(response, 1_000_000));
}

const collecting = setInterval(() => globalThis.gc?.(), 20);
const end = await ask().catch(({ name }: Error) => name);
clearInterval(collecting);
console.log(end);

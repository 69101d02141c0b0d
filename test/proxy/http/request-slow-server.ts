import { createFetch } from '../../../proxy/http/fetch.ts';
import { readLimitedText } from '../../../proxy/http/read-text.ts';

/**
 * A program that sends a request with a time-out while garbage is collected, and prints the body or
 * the error's name.
 */
const fetch = createFetch();

async function request(): Promise<string> {
  const [, , url = '', timeout] = process.argv;
  const signal = AbortSignal.timeout(Number(timeout));
  const response = await fetch(new Request(url, { signal }));
  return String(await readLimitedText(response, 1_000_000));
}

const collecting = setInterval(() => globalThis.gc?.(), 20);
const output = await request().catch(({ name }: Error) => name);
clearInterval(collecting);
console.log(output);

import { paths } from '#contract/paths';
import type { Effort } from '../../../proxy/http/encoding.ts';
import { cartOf, createWorld, newKey, PROXY, requestFor } from '../../support/world.ts';
import { openThreads } from './threads.ts';

export interface FloodReport {
  /** The status of an order beside the flood; undefined where it would have waited for ever. */
  readonly order: number | undefined;
  /** The effort of each list whose compression has begun; none ever ends. */
  readonly jobs: readonly Effort[];
  /** Lists that were sent without compression. */
  readonly plain: number;
}

const LISTS = 200;
/** As many lists are sent, or being compressed, before the order is placed. */
const BEFORE_ORDER = 50;

/** Different lists, more at once than there are threads, and an order beside them. */
export async function orderBesideLists(): Promise<FloodReport> {
  const threads = openThreads();
  try {
    const jobs: Effort[] = [];
    const br = (_: unknown, effort: Effort) => {
      jobs.push(effort);
      return threads.occupy();
    };
    const world = createWorld({ encoders: { br } });
    const cart = cartOf(await world.choose(), [2]);
    let plain = 0;
    let isExhausted = false;
    void threads.exhausted.then(() => (isExhausted = true));
    for (let number = 0; number < LISTS; number += 1) {
      const headers = { 'Accept-Encoding': 'br' };
      void world.read(new Request(PROXY + listPath(number), { headers })).then(() => (plain += 1));
    }
    while (plain + jobs.length < BEFORE_ORDER && !isExhausted) await turn();

    const placed = world.quoteOne(cart).then((order) => world.place(requestFor(order), newKey()));
    const outcome = await Promise.race([placed, threads.exhausted]);
    return { order: outcome === 'exhausted' ? undefined : outcome.status, jobs, plain };
  } finally {
    threads.close();
  }
}

/** Another part of the list, in another order. */
function listPath(number: number): string {
  const [attribute, other] = [
    ['title', 'price'],
    ['price', 'duration'],
    ['duration', 'title'],
    ['first_date', 'price'],
  ][number % 4] ?? [''];
  const limit = 5 + (Math.floor(number / 4) % 8);
  return `${paths.events}?order=${attribute},${other}&limit=${limit}&offset=${Math.floor(number / 32)}`;
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

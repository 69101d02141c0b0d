import type { Finding } from './finding.ts';
import { declaredAddresses } from '../page/declared-addresses.ts';
import { findScript } from '../page/options.ts';
import { checkDeclared } from './declared.ts';
import { checkPage } from './page.ts';
import { checkProxy } from './proxy.ts';
import { checkScripts } from './scripts.ts';
import { checkTags, findAsked } from './tags.ts';

/** The proxy replaces this with its address when it serves the script. */
const SERVED_BY = '__BOOKING_PROXY__';

/** Everything that can be found out from inside a page, the most serious first. */
export async function findings(page: Document): Promise<Finding[]> {
  const served = SERVED_BY.startsWith('http') ? SERVED_BY : '';
  const declared = declaredAddresses(findScript(page), served);
  const asked = findAsked(page);
  const undeclared = asked.map((widget) => checkDeclared(widget, declared));
  // A proxy that a visitor of the page may have named is not asked.
  const askable = asked.filter(
    (_, index) => !undeclared[index]?.some(({ state }) => state === 'wrong'),
  );
  const proxies = await Promise.all(askable.map((widget) => checkProxy(widget, declared)));
  const all = [
    checkTags(page),
    ...undeclared,
    ...proxies,
    checkPage(page),
    checkScripts(page),
  ].flat();
  const texts = new Map(all.map((finding) => [finding.text, finding]));
  const order: Finding['state'][] = ['wrong', 'unwise', 'fine'];
  return order.flatMap((state) => [...texts.values()].filter((finding) => finding.state === state));
}

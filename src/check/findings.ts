import { declaredAddresses } from '../page/declared-addresses.ts';
import { DATA, findScript, optionsOf } from '../page/options.ts';
import { nameScriptOptions, withPlace } from '../page/tell-reseller.ts';
import type { Finding } from './finding.ts';
import { checkPage } from './page.ts';
import { checkProxy } from './proxy.ts';
import { checkScripts } from './scripts.ts';
import { checkTags, checkValues, findAsked, observedBy, WIDGET } from './tags.ts';

/** The proxy replaces this with its address when it serves the script. */
const SERVED_BY = '__BOOKING_PROXY__';

/** Everything that can be found out from inside a page, the most serious first. */
export async function findings(page: Document): Promise<Finding[]> {
  const served = SERVED_BY.startsWith('http') ? SERVED_BY : '';
  const script = findScript(page);
  nameScriptOptions(script ? optionsOf(script, observedBy(WIDGET), DATA) : []);
  const declared = declaredAddresses(script, served);
  const asked = findAsked(page);
  const proxies = await Promise.all(asked.map((widget) => checkProxy(widget, declared)));
  const all = [
    checkTags(page),
    ...asked.map((widget) => checkValues(widget, declared)),
    ...proxies,
    checkPage(page),
    checkScripts(page),
  ].flat();
  return inOrder(all.map(({ state, text }) => ({ state, text: withPlace(text) })));
}

const order: readonly Finding['state'][] = ['wrong', 'told', 'unwise', 'fine'];

/** The most serious first, and each text once. */
export function inOrder(all: readonly Finding[]): Finding[] {
  const sorted = order.flatMap((state) => all.filter((finding) => finding.state === state));
  return sorted.filter(
    ({ text }, index) => sorted.findIndex((other) => other.text === text) === index,
  );
}

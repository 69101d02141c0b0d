import type { Finding } from './finding.ts';
import { checkPage } from './page.ts';
import { checkProxy } from './proxy.ts';
import { checkScripts } from './scripts.ts';
import { checkTags, findAsked } from './tags.ts';

/** Everything that can be found out from inside a page, the gravest first. */
export async function findings(page: Document): Promise<Finding[]> {
  const proxies = await Promise.all(findAsked(page).map(checkProxy));
  const all = [checkTags(page), ...proxies, checkPage(page), checkScripts(page)].flat();
  const texts = new Map(all.map((finding) => [finding.text, finding]));
  const order: Finding['state'][] = ['wrong', 'unwise', 'fine'];
  return order.flatMap((state) => [...texts.values()].filter((finding) => finding.state === state));
}

import {
  isDeclaredProxy,
  isDeclaredSuccess,
  originOf,
  type DeclaredAddresses,
} from '../page/declared-addresses.ts';
import { unwise, wrong, type Finding } from './finding.ts';
import type { Asked } from './tags.ts';

/**
 * Addresses that only a tag names and the script tag does not allow: the widget does not use them.
 */
export function checkDeclared(widget: Asked, declared: DeclaredAddresses): Finding[] {
  const { proxy, 'success-url': success, markup } = widget;
  const say = (option: string, address: string, list: string) =>
    `${option}="${address}" is on a tag alone, and is not used: anyone whose HTML this page shows could have written it. If it is yours, add ${list}="${originOf(address)}" to the script tag.`;
  return [
    ...(markup.includes('proxy') && !isDeclaredProxy(proxy, declared)
      ? [wrong(say('proxy', proxy, 'data-proxies'))]
      : []),
    ...(markup.includes('success-url') && !isDeclaredSuccess(success, declared)
      ? [unwise(say('success-url', success, 'data-success-origins'))]
      : []),
  ];
}

import { paths } from '#contract/paths';
import { tellReseller } from '../page/tell-reseller.ts';
import { trusted } from '../page/trusted.ts';
import { ownDocument } from '../page/unshadowed.ts';

/** Loads the diagnostic script when the page's address has `?booking-check`. */
export function loadCheck(proxy: string, script: HTMLScriptElement | null): void {
  if (!new URLSearchParams(location.search).has('booking-check')) return;
  const element = ownDocument.createElement('script');
  element.nonce = script?.nonce ?? '';
  const fail = () => tellReseller('booking-check could not be loaded: is there a policy (CSP)?');
  element.addEventListener('error', fail);
  try {
    element.src = trusted('createScriptURL', proxy.replace(/\/$/, '') + paths.checkScript);
    ownDocument.head.append(element);
  } catch {
    fail();
  }
}

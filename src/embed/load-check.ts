import { paths } from '../contract/paths.ts';
import { tellReseller } from '../page/tell-reseller.ts';
import { trusted } from '../page/trusted.ts';

/** Loads the diagnostic script when the page's address has `?booking-check`. */
export function loadCheck(proxy: string, script: Element | null): void {
  if (!new URLSearchParams(location.search).has('booking-check')) return;
  const element = document.createElement('script');
  element.nonce = script instanceof HTMLElement ? script.nonce : '';
  const fail = () => tellReseller('booking-check could not be loaded: is there a policy (CSP)?');
  element.addEventListener('error', fail);
  try {
    element.src = trusted('createScriptURL', proxy.replace(/\/$/, '') + paths.checkScript);
    document.head.append(element);
  } catch {
    fail();
  }
}

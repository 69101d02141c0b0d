import { paths } from '#contract/paths';
import { hearAdvice, tellReseller } from '../page/tell-reseller.ts';
import { trusted } from '../page/trusted.ts';
import { ownDocument } from '../page/unshadowed.ts';

/** The diagnostic script's element, from which it learns what the widget says in the console. */
export interface CheckScript extends HTMLScriptElement {
  hearAdvice: typeof hearAdvice;
}

/** Loads the diagnostic script when the page's address has `?booking-check`. */
export function loadCheck(proxy: string, script: HTMLScriptElement | null): void {
  if (!new URLSearchParams(location.search).has('booking-check')) return;
  // Another copy of the script has loaded it.
  if (ownDocument.querySelector(`script[src$="${paths.checkScript}"]`)) return;
  const element: CheckScript = Object.assign(ownDocument.createElement('script'), { hearAdvice });
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

import { httpAddress } from '../domain/address.ts';
import { DATA } from './options.ts';
import { ownDocument } from './unshadowed.ts';

/**
 * What the page's own script tag says about addresses of other origins. Tags, divs and triggers may
 * come from a visitor, because a page may show its visitors' HTML, and sanitisers keep `data-*`: so a
 * customer's name goes only where the script tag allows it.
 */
export interface DeclaredAddresses {
  /** The proxy of every tag that names none. */
  readonly proxy: string;
  /** The origins of the other proxies that a tag may name. */
  readonly proxies: readonly string[];
  /** The origins, besides the page's, of pages for success that a tag may name. */
  readonly successOrigins: readonly string[];
}

/** @param served the address of the proxy that served the script; empty if none did */
export function declaredAddresses(script: Element | null, served: string): DeclaredAddresses {
  const written = (name: string) => script?.getAttribute(DATA + name) ?? '';
  return {
    proxy: written('proxy') || served,
    proxies: originsOf(written('proxies')),
    successOrigins: originsOf(`${written('success-origins')} ${written('success-url')}`),
  };
}

/** Comma- or space-separated. */
function originsOf(list: string): string[] {
  return list.split(/[\s,]+/).flatMap((entry) => (entry ? originOf(entry) : []));
}

/** The address as the script tag has to list it; itself where it is none. */
export function originOf(address: string): string {
  const resolved = httpAddress(address, ownDocument.baseURI);
  return resolved ? new URL(resolved).origin : address;
}

/** Whether a tag may name this proxy. */
export function isDeclaredProxy(address: string, declared: DeclaredAddresses): boolean {
  const resolved = (written: string) =>
    httpAddress(written, ownDocument.baseURI).replace(/\/+$/, '');
  return (
    resolved(address) === resolved(declared.proxy) || declared.proxies.includes(originOf(address))
  );
}

/** Whether a tag may name this page for success. */
export function isDeclaredSuccess(address: string, declared: DeclaredAddresses): boolean {
  return [self.origin, ...declared.successOrigins].includes(originOf(address));
}

/** Whether an option is what the tag says, and not what a program or the script tag has set. */
export function isSetByMarkup(widget: Element, attribute: string, value: string): boolean {
  return value !== '' && value === widget.getAttribute(attribute);
}

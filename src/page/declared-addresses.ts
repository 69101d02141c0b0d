import { httpAddress } from '../domain/address.ts';
import { DATA } from './options.ts';
import { ownDocument } from './unshadowed.ts';

/**
 * The addresses of other origins that the page's script tag allows. A page may show its visitors'
 * HTML, and sanitisers keep `data-*`. So a tag, a div or a trigger alone can send customers' names
 * to no other proxy, and customers to no other site.
 */
export interface DeclaredAddresses {
  /** The proxy of every tag that names none. */
  readonly proxy: string;
  /** The origins of the other proxies that a tag may name. */
  readonly proxies: readonly string[];
  /** The origins, besides the page's own, that a tag's `success-url` may have. */
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

/**
 * The origin of an address, as the script tag has to list it; a text that is no address is kept.
 */
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

/** Whether a tag may have this `success-url`. */
export function isDeclaredSuccess(address: string, declared: DeclaredAddresses): boolean {
  return [self.origin, ...declared.successOrigins].includes(originOf(address));
}

/** Whether an option comes from the tag's attribute, not from a page script or the script tag. */
export function isSetByMarkup(widget: Element, attribute: string, value: string): boolean {
  return value !== '' && value === widget.getAttribute(attribute);
}

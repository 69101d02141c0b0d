import type { Failure } from '../domain/failure.ts';
import { originOf } from './declared-addresses.ts';
import { tellReseller } from './tell-reseller.ts';

/** Of a widget's attributes, those that narrow its list. */
export type Filters = Readonly<Record<'vendor' | 'category' | 'events', string>>;

export interface Appearance extends Element {
  readonly colorScheme: string;
  readonly headingLevel: number;
}

export const isHeadingLevel = (level: number) => [1, 2, 3, 4, 5, 6].includes(level);

export function adviseOnAppearance(widget: Appearance): void {
  const { colorScheme, headingLevel } = widget;
  if (colorScheme && !/^(auto|light|dark)$/.test(colorScheme)) {
    tellReseller(`color-scheme="${colorScheme}" is not auto, light or dark.`);
  }
  if (!isHeadingLevel(headingLevel)) {
    const written = widget.getAttribute('heading-level');
    tellReseller(`heading-level="${written}" is not a number from 1 to 6.`);
  }
}

/**
 * @param resolved empty where it is no address
 * @param isRefused whether markup alone names it, which may be a visitor's: see `DeclaredAddresses`
 */
export function adviseOnProxy(written: string, resolved: string, isRefused: boolean): void {
  if (!resolved) tellReseller(`proxy="${written}" is not an http(s) address.`);
  else if (/^[\w-]+\.[\w.-]+(:|\/|$)/.test(written)) {
    tellReseller(`proxy="${written}" has no https:// before it, and is ${resolved} on this page.`);
  } else if (isRefused) {
    tellReseller(
      `proxy="${written}" is not used: a tag alone names no other proxy. If it is yours, add data-proxies="${originOf(written)}" to the script tag.`,
    );
  }
}

/** Likewise. */
export function adviseOnSuccessUrl(written: string, resolved: string, isRefused: boolean): void {
  if (!written) return;
  if (!resolved) tellReseller(`success-url="${written}" is not an http(s) address.`);
  else if (isRefused) {
    tellReseller(
      `success-url="${written}" is not used: a tag alone names no page of another origin. If it is yours, add data-success-origins="${originOf(written)}" to the script tag.`,
    );
  }
}

/** Nothing that is on sale passes the tag's filters. */
export function adviseOnFilters(filters: Filters): void {
  const names = (['vendor', 'category', 'events'] as const).filter((name) => filters[name]);
  if (names.length === 0) return;
  const written = names.map((name) => `${name}="${filters[name]}"`);
  tellReseller(`nothing on sale here fits ${written.join(' ')}.`);
}

/** An exception, of ours or because a script of the page has replaced what we need. */
export function adviseOnException(failure: Failure): void {
  if (failure.kind === 'unexpected') tellReseller(`has failed: ${failure.message}.`);
}

/**
 * Why the first reads failed, where the page or its proxy is set up wrong.
 * @param proxy its address, which is the page's own unless one is given
 */
export function adviseOnFailure(failure: Failure, proxy: string, isProxyGiven: boolean): void {
  // What is no address has been told.
  if (proxy) adviseOnException(failure);
  if (failure.kind === 'problem' && failure.problem.code === 'origin-not-allowed') {
    const { origin } = self;
    tellReseller(
      origin === 'null'
        ? 'is in a frame without an origin, which no proxy can allow: add allow-same-origin to its sandbox.'
        : `${origin} is not among the ALLOWED_ORIGINS of its proxy.`,
    );
  }
  if (failure.kind === 'connection' && navigator.onLine) {
    tellReseller(
      `cannot reach its proxy ${proxy} from this page; with ?booking-check the page says more.`,
    );
  }
  if (failure.kind === 'unreadable') {
    const why = isProxyGiven ? '' : '; the tag has no proxy="https://…"';
    tellReseller(`gets from ${proxy} what no booking proxy says${why}.`);
  }
}

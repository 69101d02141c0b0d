import type { Problem } from '#contract/problem.schema';
import type { Site } from '#contract/site.schema';
import type { Failure } from '../domain/failure.ts';
import { originOf } from './declared-addresses.ts';

/**
 * What is wrong with a page, as sentences for whoever builds it. The console and `?booking-check`
 * say the same ones.
 */
export type Advice = string[];

/** The attributes that narrow a widget's list. */
const filterNames = ['vendor', 'category', 'events'] as const;
export type Filters = Readonly<Record<(typeof filterNames)[number], string>>;

/** The attributes that a refused request can be about. */
export type Tag = Partial<Filters & Readonly<Record<'site' | 'event' | 'day', string>>>;

/** Attributes as they are written. */
export interface Manner {
  readonly colorScheme: string;
  readonly headingLevel: string;
  readonly history: string;
}

/** The most vendors or categories that one sentence names. */
const MAX_NAMED = 10;

export const isHeadingLevel = (level: number) => [1, 2, 3, 4, 5, 6].includes(level);

export function adviceOnManner({ colorScheme, headingLevel, history }: Manner): Advice {
  const advice: Advice = [];
  if (colorScheme && !/^(auto|light|dark)$/.test(colorScheme)) {
    advice.push(`color-scheme="${colorScheme}" is not auto, light or dark.`);
  }
  if (headingLevel && !isHeadingLevel(Number(headingLevel))) {
    advice.push(`heading-level="${headingLevel}" is not a number from 1 to 6.`);
  }
  if (history && !/^(on|off)$/.test(history)) advice.push(`history="${history}" is not on or off.`);
  return advice;
}

/**
 * @param resolved empty if the attribute is not an http(s) address
 * @param isRefused whether only markup names it, which may be a visitor's: see `DeclaredAddresses`
 */
export function adviceOnProxy(written: string, resolved: string, isRefused: boolean): Advice {
  if (!resolved) return [`proxy="${written}" is not an http(s) address.`];
  if (/^[\w-]+\.[\w.-]+(:|\/|$)/.test(written)) {
    return [`proxy="${written}" has no https:// before it, and is ${resolved} on this page.`];
  }
  return isRefused
    ? [
        `proxy="${written}" is not used: a tag alone names no other proxy. If it is yours, add data-proxies="${originOf(written)}" to the script tag.`,
      ]
    : [];
}

/** For the parameters see {@link adviceOnProxy}. */
export function adviceOnSuccessUrl(written: string, resolved: string, isRefused: boolean): Advice {
  if (!written) return [];
  if (!resolved) return [`success-url="${written}" is not an http(s) address.`];
  return isRefused
    ? [
        `success-url="${written}" is not used: a tag alone names no page of another origin. If it is yours, add data-success-origins="${originOf(written)}" to the script tag.`,
      ]
    : [];
}

/** An option whose value cannot be used, and so is not. */
export function adviceOnValue(name: string, written: string, why: string): Advice {
  return [`${name}="${written}" ${why}.`];
}

export function adviceOnLanguage(lang: string): Advice {
  return [
    `lang="${lang}" is no language of the widget, so its texts are English; src/README.md lists them under Languages.`,
  ];
}

/** @param event the tag's, which the proxy does not have */
export function adviceOnEvent(event: string): Advice {
  return [`event="${event}" is not on sale here; the list is shown instead.`];
}

/**
 * Says that the tag's filters leave the list empty, and which values would not.
 * @param site undefined if it could not be loaded
 */
export function adviceOnFilters(filters: Filters, site: Site | undefined): Advice {
  const names = filterNames.filter((name) => filters[name]);
  if (names.length === 0) {
    return ['nothing is on sale at this site; whoever runs the proxy can ask its doctor why.'];
  }
  const written = names.map((name) => `${name}="${filters[name]}"`);
  const offered = {
    vendor: site?.vendors.map(({ id, name }) => `vendor="${id}" (${name})`) ?? [],
    category: site?.categories.map(({ id, title }) => `category="${id}" (${title})`) ?? [],
    events: [],
  };
  const others = names.flatMap((name) => offered[name].slice(0, MAX_NAMED));
  const remedy = others.length > 0 ? `; there is ${others.join(', ')}` : '; are the ids right?';
  return [`nothing on sale here fits ${written.join(' ')}${remedy}`];
}

/** The attributes behind the parameters of a request. */
const attributes: Readonly<Record<string, keyof Tag>> = {
  accept: 'events',
  accept_vendors: 'vendor',
  categories: 'category',
  day: 'day',
  id: 'event',
  site: 'site',
};

/** The proxy's own sentence about a problem, and what of the tag it is about. */
export function adviceOnProblem({ code, title, errors }: Problem, tag: Tag): Advice {
  const about = errors.flatMap(({ field = '', detail }) => {
    const name = attributes[field.replace(/\[.*/, '')];
    const written = name && tag[name] ? `${name}="${tag[name]}"` : (name ?? field);
    return detail ? [` ${written}: ${detail}.`] : [];
  });
  return [`${code}: ${title}${about.join('')}`];
}

/**
 * Reports an exception: an error in the widget, or a page script that has replaced something it
 * needs.
 */
export function adviceOnException(failure: Failure): Advice {
  return failure.kind === 'unexpected' ? [`has failed: ${failure.message}.`] : [];
}

/**
 * Says why the first requests got no response of a proxy.
 * @param proxy the proxy's address, which is the page's own if none is given
 */
export function adviceOnConnection(failure: Failure, proxy: string, isProxyGiven: boolean): Advice {
  if (failure.kind === 'connection' && navigator.onLine) {
    return [
      `cannot reach its proxy ${proxy} from this page; with ?booking-check the page says more.`,
    ];
  }
  if (failure.kind === 'unreadable') {
    const why = isProxyGiven ? '' : '; the tag has no proxy="https://…"';
    return [`gets from ${proxy} what no booking proxy says${why}.`];
  }
  // Without an address the console has already said why.
  return proxy ? adviceOnException(failure) : [];
}

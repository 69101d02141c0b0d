import { createContext } from '@lit/context';
import type { Site } from '../contract/site.schema.ts';
import type { Words } from '../messages/words.ts';

/**
 * What every element needs, from `<booking-widget>` or whatever stands around it. On a page without
 * a provider it is English, the browser's clock, and a site that has nothing to say.
 */

export const wordsContext = createContext<Words>('booking-words');

/** Milliseconds since the epoch. */
export type Clock = () => number;
export const clockContext = createContext<Clock>('booking-clock');

/** Undefined while it loads. */
export const siteContext = createContext<Site | undefined>('booking-site');

export const defaultSite: Site = {
  locale: 'en',
  vendors: [],
  categories: [],
  prices_include_vat: true,
  terms_url: null,
  privacy_url: null,
  seller: null,
  questions: [],
};

import { createContext } from '@lit/context';
import type { Site } from '../contract/site.schema.ts';
import type { Words } from '../messages/words.ts';

/** Milliseconds since the epoch. */
export type Clock = () => number;

/** What `<booking-widget>` gives to all elements within it. */
export interface WidgetContext {
  readonly words: Words;
  readonly clock: Clock;
  /** Undefined while it loads. */
  readonly site: Site | undefined;
  /** Of the highest heading, 1 to 6. */
  readonly headingLevel: number;
  /** What is shown has been loading for longer than usual. */
  readonly isSlow: boolean;
}
export const widgetContext = createContext<WidgetContext>('booking-widget');

/** The page's own title is above it. */
export const HEADING_LEVEL = 2;

/** Of a proxy that cannot be asked: it has nothing to say. */
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

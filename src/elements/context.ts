import { createContext } from '@lit/context';
import { defaultFields } from '#contract/checkout-fields';
import type { Site } from '#contract/site.schema';
import type { Words } from '../messages/words.ts';

/** The time in milliseconds since the epoch. */
export type Clock = () => number;

/** What `<booking-widget>` gives to all elements within it. */
export interface WidgetContext {
  readonly words: Words;
  readonly clock: Clock;
  /** Undefined while it loads. */
  readonly site: Site | undefined;
  /** Level of the widget's highest heading: 1 to 6. */
  readonly headingLevel: number;
  /** Whether the current step has been loading for longer than usual. */
  readonly isSlow: boolean;
}
export const widgetContext = createContext<WidgetContext>('booking-widget');

/** The default level, which leaves the first one to the host page's own title. */
export const HEADING_LEVEL = 2;

/** The site that is used if the proxy cannot be reached. */
export const defaultSite: Site = {
  locale: 'en',
  vendors: [],
  categories: [],
  prices_include_vat: true,
  terms_url: null,
  privacy_url: null,
  seller: null,
  questions: [],
  fields: defaultFields,
  payment: {},
};

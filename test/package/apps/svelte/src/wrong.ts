import type { SvelteHTMLElements } from 'svelte/elements';

type Props = SvelteHTMLElements['booking-widget'];

/** What has to be refused: an error that is none here is an error of its own. */
export const wrong: Props[] = [
  // @ts-expect-error -- there is no such property
  { vendors: '7' },
  // @ts-expect-error -- it is a number
  { participants: true },
  // @ts-expect-error -- there is no such event
  { 'onbooking-ordered': () => undefined },
  // @ts-expect-error -- an event has no such detail
  { 'onbooking-order': (event) => event.detail.name },
];

/** West and east of Greenwich, and one in between with daylight saving time. */
export const zones = ['America/Los_Angeles', 'Asia/Tokyo', 'Europe/Berlin'];

/**
 * What reads local time: it is tested in each of these zones, everything else once, in UTC. The
 * proxy and the sandbox know no local time, and a day is always the event's.
 */
const readsLocalTime = ['test/domain/', 'test/messages/', 'test/state/'];

/**
 * Elements show days and times, or stand beside others that do. These show neither, so that their
 * tests are the same in every zone.
 */
const showsNoTime = [
  'checkout-order',
  'checkout-questions',
  'checkout-refused-field',
  'checkout-seller',
  'define',
  'event-pictures',
  'html',
  'late-site',
  'price-selection',
  'prices-without-vat',
  'products',
].map((name) => `test/elements/${name}.test.ts`);

export const isZoned = (file: string): boolean =>
  readsLocalTime.some((folder) => file.startsWith(folder)) ||
  (file.startsWith('test/elements/') && !showsNoTime.includes(file));

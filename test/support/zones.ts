/** West and east of Greenwich, and one in between with daylight saving time. */
export const zones = ['America/Los_Angeles', 'Asia/Tokyo', 'Europe/Berlin'];

/**
 * What reads local time: it is tested in each of these zones, everything else once, in UTC. The
 * proxy and the sandbox know no local time, and a day is always the event's. The rest of the state
 * waits, asks and follows, and knows no day.
 */
const readsLocalTime = [
  'test/domain/',
  'test/messages/',
  'test/state/booking-controller.test.ts',
  'test/state/booking-flow',
  'test/state/session.test.ts',
];

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
  readsLocalTime.some((path) => file.startsWith(path)) ||
  (file.startsWith('test/elements/') && !showsNoTime.includes(file));

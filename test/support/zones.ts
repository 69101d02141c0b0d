/** West and east of Greenwich, and one in between with daylight saving time. */
export const zones = ['America/Los_Angeles', 'Asia/Tokyo', 'Europe/Berlin'];
/** Whatever takes the customer's time for that of an event in Berlin is wrong in both. */
const aroundTheEvents = ['America/Los_Angeles', 'Asia/Tokyo'] as const;

/**
 * What reads local time: it is tested in each of these zones, everything else once, in UTC. The
 * proxy and the sandbox know no local time, and a day is always the event's.
 */
const readsLocalTime = ['test/domain/', 'test/messages/'];

/** State that has days to pass on. The rest of it waits, asks and follows, and knows no day. */
const passesDaysOn = [
  'test/state/booking-controller.test.ts',
  'test/state/booking-flow',
  'test/state/session.test.ts',
];

/**
 * Elements show days and times, or stand beside others that do: they are tested on either side of
 * the events' zone. These show neither, so that their tests are the same in every zone.
 */
const showsNoTime = [
  'checkout-order',
  'checkout-questions',
  'checkout-refused-field',
  'checkout-seller',
  'define',
  'event-pictures',
  'html-nodes',
  'late-site',
  'price-selection',
  'prices-without-vat',
  'products',
].map((name) => `test/elements/${name}.test.ts`);

/**
 * Elements that count days of the customer's calendar, or compare his clock with the event's: they
 * are tested in the event's own zone too.
 */
const readsCustomersClock = ['date-picker', 'event-list', 'month-grid', 'month-grid-keyboard'].map(
  (name) => `test/elements/${name}.test.ts`,
);

/** The time zones in which a file of tests is run. */
export function zonesOf(file: string): readonly string[] {
  if (readsLocalTime.some((path) => file.startsWith(path))) return zones;
  if (readsCustomersClock.includes(file)) return zones;
  if (passesDaysOn.some((path) => file.startsWith(path))) return aroundTheEvents;
  const isElement = file.startsWith('test/elements/');
  return isElement && !showsNoTime.includes(file) ? aroundTheEvents : ['UTC'];
}

/**
 * The one time zone of each file where all of them are tested once: in turn, so that there is one
 * on either side of the events' zone, and both have as much to do.
 */
export function oneZoneEach(files: readonly string[]): ReadonlyMap<string, string> {
  const [west, east] = aroundTheEvents;
  return new Map(files.map((file, index) => [file, index % 2 === 0 ? west : east]));
}

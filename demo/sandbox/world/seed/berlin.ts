import type { EventData, Location, VendorData } from './types.ts';

const everyDay = [1, 2, 3, 4, 5, 6, 7];
const weekdays = [1, 2, 3, 4, 5];
const weekend = [6, 7];
const warmMonths = [4, 5, 6, 7, 8, 9, 10];
const coldMonths = [11, 12, 1, 2, 3];

const adult = { category: 'Adult', vat: 19, entry_units: [{ type: 'ADULT' }] } as const;
const child = { category: 'Child', vat: 19, entry_units: [{ type: 'CHILD' }] } as const;
const student = { category: 'Student', vat: 19, entry_units: [{ type: 'ADULT' }] } as const;

const boathouse: Location = { address: 'Lichtkai 7, 10245 Berlin', lat: 52.5019, lng: 13.4553 };

const kayak: EventData = {
  key: 'kayak',
  title: 'Kayak on the Spree',
  description:
    '<p>Leave the street behind and see Berlin from the water: under the brick arches of Oberbaum Bridge, past the last of the old warehouses, and into the quiet canal where the herons stand.</p><p>Your guide paddles along and keeps the group small. <strong>You need no experience</strong>: the first twenty minutes are for learning, close to the bank.</p><ul><li>Two hours on the water, about six kilometres</li><li>Stable double kayaks; single ones on request on the spot</li><li>From November to March we hand out dry suits, and paddle the sheltered side only</li></ul>',
  type: 'BOOKING',
  duration: 120,
  pre_time: 15,
  max_participants: 12,
  min_participants: 0,
  latest_booking_time: 60,
  location: boathouse,
  bring: 'Clothes that may get wet, a towel, and a strap if you wear glasses.',
  advice: 'You should be able to swim. Children from eight years sit with an adult.',
  hint: 'Please be at the boathouse a quarter of an hour before we leave.',
  participant_hint: 'How tall are you? We set up the boats before you come.',
  highlights: ['Oberbaum Bridge from below', 'Twelve people at most', 'Dry bag included'],
  categories: [2, 21],
  prices: [
    { key: 'adult', title: 'Adult', value: 3900, ...adult },
    { key: 'child', title: 'Child, 8 to 14 years', value: 2400, ...child },
  ],
  commission: 15,
  schedule: [
    { weekdays, months: warmMonths, times: ['10:00', '14:00', '18:00'] },
    { weekdays, months: coldMonths, times: ['11:00', '14:00'] },
  ],
  demand: { usual: 0.45 },
};

const kayakWeekend: EventData = {
  ...kayak,
  key: 'kayak-weekend',
  pricelistOf: 'kayak',
  title: 'Kayak on the Spree, weekend',
  prices: [
    { key: 'adult', title: 'Adult', value: 4500, ...adult },
    { key: 'child', title: 'Child, 8 to 14 years', value: 2900, ...child },
  ],
  schedule: [
    { weekdays: weekend, months: warmMonths, times: ['09:30', '12:00', '14:30', '17:00'] },
    { weekdays: weekend, months: coldMonths, times: ['11:00', '14:00'] },
  ],
  demand: { usual: 0.7 },
};

const kayakLong: EventData = {
  ...kayak,
  key: 'kayak-long',
  durationOf: 'kayak',
  title: 'Kayak on the Spree, long round',
  description:
    '<p>The same start, but twice the time: we follow the river out of the city to the islands off Treptow, land for a break under the willows, and come back with the light behind us.</p><p><strong>Good for people who have paddled before</strong> or who do not mind tired arms in the evening.</p><ul><li>Four hours, about thirteen kilometres</li><li>A stop on an island, with tea from the flask</li></ul>',
  duration: 240,
  max_participants: 8,
  bring: 'Clothes that may get wet, a towel, something to eat, and a strap if you wear glasses.',
  highlights: ['Out to the islands off Treptow', 'Tea on the bank', 'Eight people at most'],
  prices: [
    { key: 'adult', title: 'Adult', value: 6400, ...adult },
    { key: 'youth', title: 'Youth, 12 to 17 years', value: 4800, ...child, category: 'Youth' },
  ],
  schedule: [
    { weekdays, months: warmMonths, times: ['11:00'] },
    { weekdays: [2, 4], months: coldMonths, times: ['10:30'] },
  ],
  demand: { usual: 0.4 },
};

const kayakLongWeekend: EventData = {
  ...kayakLong,
  key: 'kayak-long-weekend',
  pricelistOf: 'kayak-long',
  title: 'Kayak on the Spree, long round, weekend',
  prices: [
    { key: 'adult', title: 'Adult', value: 7200, ...adult },
    { key: 'youth', title: 'Youth, 12 to 17 years', value: 5400, ...child, category: 'Youth' },
  ],
  schedule: [
    { weekdays: weekend, months: warmMonths, times: ['10:00', '15:00'] },
    { weekdays: weekend, months: coldMonths, times: ['10:30'] },
  ],
  demand: { usual: 0.65 },
};

const lanterns: EventData = {
  key: 'lantern-walk',
  title: 'Lantern night walk',
  description:
    '<p>When the shops have closed, the oldest quarter of the city goes back to its stories: the night watchman who rang the wrong bell, the printer in the cellar, the ghost that turned out to be a cat.</p><p>Each of you carries a lantern. We walk slowly, stop often, and end beside the river, where the lamps of the museum island lie on the water.</p><ul><li>Ninety minutes, two kilometres, no steps</li><li>In English; ask your guide for German, both work</li></ul>',
  type: 'BOOKING',
  duration: 90,
  pre_time: 10,
  max_participants: 20,
  min_participants: 0,
  latest_booking_time: 30,
  location: { address: 'Probststrasse 3, 10178 Berlin', lat: 52.5166, lng: 13.4071 },
  meeting_location: { address: 'Spandauer Bruecke 1, 10178 Berlin', lat: 52.5226, lng: 13.4023 },
  bring: 'Shoes for cobblestones, and a warm layer: it is cooler by the river.',
  advice: 'Not scary enough for teenagers, just right from seven years on. Dogs are welcome.',
  hint: 'We meet under the arches of the railway, not at the church.',
  participant_hint: '',
  highlights: [
    'A real lantern for everyone',
    'The old town without its crowds',
    'Ends by the river',
  ],
  categories: [1, 11],
  tags: [{ title: 'Language', values: ['English', 'German'] }],
  prices: [
    { key: 'adult', title: 'Adult', value: 1900, ...adult },
    { key: 'student', title: 'Student', value: 1500, ...student },
    { key: 'child', title: 'Child, 7 to 14 years', value: 900, ...child },
    {
      key: 'hotel',
      title: 'Partner hotel',
      value: 1200,
      ...adult,
      category: 'Other',
      private: true,
    },
  ],
  commission: 20,
  schedule: [
    { weekdays: everyDay, months: warmMonths, times: ['21:30'] },
    { weekdays: everyDay, months: coldMonths, times: ['18:00', '20:00'] },
  ],
  demand: { usual: 0.5 },
};

const sourdough: EventData = {
  key: 'sourdough',
  title: 'Sourdough morning',
  description:
    '<p>We bake at the hour when bakers bake. You come in to a warm room and a starter that is older than the bakery; you leave with a loaf under your arm and a jar of that starter in your bag.</p><p>In between you mix, fold, shape and score your own bread, and learn to judge a dough with your hands and not with the clock. <strong>Breakfast is part of it</strong>: yesterday’s bread, good butter, jam from the yard.</p><ul><li>One loaf of a kilo for each of you</li><li>A jar of starter, and a page that tells you how to keep it alive</li></ul>',
  type: 'BOOKING',
  duration: 210,
  pre_time: 0,
  max_participants: 8,
  min_participants: 2,
  latest_booking_time: 1080,
  location: { address: 'Pannierhof 12, 12047 Berlin', lat: 52.4921, lng: 13.4295 },
  bring: 'An apron, if you have a favourite one. We have others.',
  advice: 'There is flour in the air: not for people with coeliac disease or baker’s asthma.',
  hint: 'We bake in pairs, so please book for two or more.',
  participant_hint: 'Anything that you do not eat?',
  highlights: ['Bake your own kilo loaf', 'Breakfast from the oven', 'Starter to take home'],
  categories: [3, 32],
  prices: [
    { key: 'adult', title: 'Adult', value: 6900, ...adult },
    { key: 'child', title: 'Child, 10 to 14 years, baking with an adult', value: 3500, ...child },
  ],
  commission: 12,
  schedule: [{ weekdays: [3, 4, 5, 6, 7], times: ['08:00'] }],
  demand: { usual: 0.6 },
};

const wall: EventData = {
  key: 'wall-by-bike',
  title: 'The Wall by bike',
  description:
    '<p>For twenty-eight years a line ran through this city, through streets, houses and one cemetery. Today you can ride along it without getting off. We do, from a watchtower among garages to the longest piece that still stands.</p><p>Our guides tell it through the people who lived beside it: the train driver, the twins, the woman who grew roses in the death strip afterwards. <strong>Bikes and helmets are included.</strong></p><ul><li>Fifteen kilometres, flat, almost all on cycle paths</li><li>Four long stops, and one for coffee</li></ul>',
  type: 'BOOKING',
  duration: 180,
  pre_time: 15,
  max_participants: 14,
  min_participants: 0,
  latest_booking_time: 120,
  location: { address: 'Schwedter Hof 24, 10437 Berlin', lat: 52.5459, lng: 13.4034 },
  bring: 'A rain jacket. We ride in rain, but not in storms.',
  advice: 'You should ride a bike with confidence in a city.',
  hint: 'Tall or small? Tell us, and a fitting bike is waiting.',
  participant_hint: 'Height in centimetres, for your bike',
  highlights: ['Bike and helmet included', 'A watchtower from inside', 'Fourteen riders at most'],
  categories: [1, 12],
  prices: [
    { key: 'adult', title: 'Adult', value: 3400, ...adult },
    { key: 'student', title: 'Student', value: 2900, ...student },
    { key: 'child', title: 'Child in a child seat, up to 22 kg', value: 1200, ...child },
  ],
  commission: 15,
  schedule: [{ weekdays: everyDay, times: ['10:00', '14:00'] }],
  demand: { usual: 0.5, placesLeft: { 2: 0, 4: 2 } },
};

const bees: EventData = {
  key: 'rooftop-bees',
  title: 'An hour with rooftop bees',
  description:
    '<p>Six floors above Moabit, half a million bees make honey from the lime trees of the whole quarter. We open a hive together, look for the queen, and taste what is in the comb.</p><p>There are six suits, so there are six places. <strong>The season fills within a day</strong> of being opened; new dates come with the winter count.</p>',
  type: 'BOOKING',
  duration: 60,
  pre_time: 15,
  max_participants: 6,
  min_participants: 0,
  latest_booking_time: 1440,
  location: { address: 'Turmgalerie 40, 10551 Berlin', lat: 52.5262, lng: 13.3414 },
  bring: 'Closed shoes and long trousers.',
  advice: 'Not for people who are allergic to bee stings.',
  hint: '',
  participant_hint: '',
  highlights: ['Open a hive yourself', 'Honey from the comb', 'A view over all of Moabit'],
  categories: [1, 13],
  prices: [{ key: 'adult', title: 'Adult', value: 2800, ...adult }],
  commission: 10,
  schedule: [{ weekdays: [6], times: ['11:00', '13:00'] }],
  demand: { usual: 1 },
};

/**
 * Berlin, EUR. The kayak shows a whole family: weekend prices, a longer round, and that round's
 * weekend prices.
 */
export const berlin: VendorData = {
  key: 'berlin',
  name: 'Kiez & Kanal',
  service_email: 'hello@kiezundkanal.example',
  service_phone: '+49 30 5550142',
  terms:
    '<p><strong>Cancelling.</strong> Free of charge until 24 hours before the start; after that the full price is due.</p><p><strong>Weather.</strong> We go out in rain. In storm or ice we call you, and you choose another date or your money back.</p><p><strong>Safety.</strong> Please follow what your guide says on the water and on the road.</p>',
  bill_country: 'DE',
  country_of_residence: 'DE',
  activation_date: '2023-03-01T08:00:00Z',
  currency: 'EUR',
  legal_company_name: 'Kiez & Kanal Stadterlebnisse GmbH',
  legal_representative_first_name: 'Jule',
  legal_representative_last_name: 'Brandow',
  timezone: 'Europe/Berlin',
  modules: ['Extended Availability Management'],
  events: [kayak, kayakWeekend, kayakLong, kayakLongWeekend, lanterns, sourdough, wall, bees],
  products: [
    {
      key: 'dry-bag',
      name: 'Dry bag to keep, 10 litres',
      description: 'The yellow one that we use ourselves. Holds a jumper, a phone and your lunch.',
      stock: { total: 40, sold: 13 },
      price: 1850,
      vat: 19,
      shipping_address: 0,
      offeredWith: [
        { event: 'kayak' },
        { event: 'kayak-weekend' },
        { event: 'kayak-long' },
        { event: 'kayak-long-weekend' },
      ],
    },
    {
      key: 'picnic',
      name: 'Picnic for two',
      description: 'Bread from our own oven, cheese, pickles, apple juice. Vegan on request.',
      price: 2400,
      vat: 7,
      shipping_address: 0,
      offeredWith: [],
    },
    {
      key: 'child-helmet',
      name: 'Small helmet with a lamp',
      description: 'For the youngest rider, to keep. Fits heads of 46 to 52 cm.',
      stock: { total: 25, sold: 4 },
      price: 1290,
      vat: 19,
      shipping_address: 0,
      offeredWith: [{ event: 'wall-by-bike', prices: ['child'] }],
    },
    {
      key: 'print',
      name: 'Print “The Spree at dusk”, numbered',
      description: 'Linocut by a neighbour of the boathouse, 30 by 40 cm, sent rolled in a tube.',
      stock: { total: 50, sold: 47 },
      price: 4500,
      vat: 19,
      shipping_address: 1,
      offeredWith: [],
    },
    {
      key: 'pick-up',
      name: 'Pick-up from your hotel',
      description: 'Arranged with our office by telephone.',
      price: 3000,
      vat: 19,
      shipping_address: 0,
      private: true,
      offeredWith: [],
    },
  ],
};

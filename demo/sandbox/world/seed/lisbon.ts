import type { EventData, VendorData } from './types.ts';

const everyDay = [1, 2, 3, 4, 5, 6, 7];
const warmMonths = [4, 5, 6, 7, 8, 9, 10];
const coldMonths = [11, 12, 1, 2, 3];

const adult = { category: 'Adult', vat: 23, entry_units: [{ type: 'ADULT' }] } as const;
const child = { category: 'Child', vat: 23, entry_units: [{ type: 'CHILD' }] } as const;

const tiles: EventData = {
  key: 'tiles',
  title: 'Tile painting in Graça',
  description:
    '<p>Half of Lisbon is covered in tiles, and most of them were painted by people who had to learn it first. In Dona Emília’s workshop you do as they did: prick a pattern through paper, dust it on with charcoal, and paint it with one steady breath per line.</p><p>Your two tiles are glazed and fired overnight. <strong>Pick them up from the next day at noon</strong>, or have them sent.</p><ul><li>Two tiles of 14 cm for each of you</li><li>Old patterns to copy, or a drawing of your own</li><li>Lemonade and almond cake while the first coat dries</li></ul>',
  type: 'BOOKING',
  duration: 150,
  pre_time: 0,
  max_participants: 10,
  min_participants: 0,
  latest_booking_time: 180,
  location: { address: 'Travessa das Mónicas 18, 1170-260 Lisbon', lat: 38.7169, lng: -9.1302 },
  bring: 'Sleeves that can be rolled up.',
  advice: 'The workshop is up one flight of stairs. Children from six years paint well.',
  hint: 'Fired tiles are ready on the day after, at noon.',
  participant_hint: 'A word or a date that you want to have on a tile?',
  highlights: [
    'Paint two tiles by hand',
    'A workshop that is 90 years old',
    'Glazing and firing included',
  ],
  categories: [4, 41],
  tags: [{ title: 'Language', values: ['English', 'Portuguese', 'French'] }],
  prices: [
    { key: 'adult', title: 'Adult', value: 4800, ...adult },
    { key: 'child', title: 'Child, 6 to 12 years', value: 3200, ...child },
  ],
  commission: 15,
  schedule: [{ weekdays: [2, 3, 4, 5, 6], times: ['10:00', '15:00'] }],
  demand: { usual: 0.5 },
};

const tascas: EventData = {
  key: 'tascas',
  title: 'Trams and tascas',
  description:
    '<p>A tasca is a room with six tables, a grandmother and no menu. We know five, and ride the yellow tram between them: cod fritters at the first, grilled sardines or peppers at the second, a glass of green wine that is white at the third.</p><p>You will have eaten a full dinner when we part. <strong>Everything is included</strong>, also the tram.</p><ul><li>Five stops, eight small plates, three drinks</li><li>Vegetarians eat as well as everybody else; please tell us beforehand</li></ul>',
  type: 'BOOKING',
  duration: 210,
  pre_time: 0,
  max_participants: 10,
  min_participants: 2,
  latest_booking_time: 240,
  location: { address: 'Rua da Bica Nova 9, 1200-054 Lisbon', lat: 38.7098, lng: -9.1467 },
  meeting_location: { address: 'Largo do Calvário 2, 1300-113 Lisbon', lat: 38.7041, lng: -9.1766 },
  bring: 'An empty stomach, and shoes for hills.',
  advice: 'About two kilometres on foot, some of it steep.',
  hint: 'The cooks want at least two at the table, so please book for two or more.',
  participant_hint: 'Anything that you do not eat?',
  highlights: ['Five family-run tascas', 'Tram rides included', 'Ten guests at most'],
  categories: [3, 31],
  prices: [
    { key: 'adult', title: 'Adult', value: 7900, ...adult, vat: 13 },
    { key: 'no-wine', title: 'Adult, without alcohol', value: 7200, ...adult, vat: 13 },
    { key: 'child', title: 'Child, 5 to 12 years', value: 3900, ...child, vat: 13 },
  ],
  commission: 18,
  schedule: [{ weekdays: [1, 2, 3, 4, 5, 6], times: ['12:00', '18:30'] }],
  demand: { usual: 0.75 },
};

const surf: EventData = {
  key: 'surf',
  title: 'Sunrise surf lesson',
  description:
    '<p>The van leaves while the city sleeps, and twenty-five minutes later you stand on an empty beach in Caparica with the sun coming up behind you. The first hour belongs to beginners: clean, small waves and nobody in the way.</p><p>Two coaches for eight surfers. <strong>Board, wetsuit and the ride from Cais do Sodré are included</strong>, and so is the coffee afterwards.</p><ul><li>Half an hour on sand, then seventy-five minutes in the water</li><li>Photos from the beach, sent to you the same evening</li></ul>',
  type: 'BOOKING',
  duration: 180,
  pre_time: 10,
  max_participants: 8,
  min_participants: 0,
  latest_booking_time: 720,
  location: { address: 'Praia da Mata 5, 2825-491 Costa da Caparica', lat: 38.6197, lng: -9.2254 },
  meeting_location: { address: 'Praça da Ribeira 1, 1200-450 Lisbon', lat: 38.7059, lng: -9.1449 },
  bring: 'Swimwear, a towel, and a jumper for the way back.',
  advice: 'You have to be able to swim 100 metres. From twelve years on.',
  hint: 'The van leaves from Cais do Sodré, and it leaves on time.',
  participant_hint: 'Height and weight, for your wetsuit',
  highlights: [
    'Empty waves at first light',
    'Two coaches for eight surfers',
    'Van from the centre included',
  ],
  categories: [2, 22],
  prices: [
    { key: 'adult', title: 'Adult', value: 5900, ...adult },
    { key: 'youth', title: 'Youth, 12 to 17 years', value: 4900, ...child, category: 'Youth' },
  ],
  commission: 15,
  schedule: [
    { weekdays: everyDay, months: warmMonths, times: ['06:00'] },
    { weekdays: [3, 5, 6, 7], months: coldMonths, times: ['07:00'] },
  ],
  demand: { usual: 0.55 },
};

const fado: EventData = {
  key: 'fado',
  title: 'Fado evening by candlelight',
  description:
    '<p>Three musicians, one room, no microphone. When the lights go down the kitchen stops, the waiters stand still, and somebody sings of what cannot be helped.</p><p>Between the sets there is time to ask: what the twelve strings are for, why nobody claps at some songs, what <strong>saudade</strong> is and why it has no translation.</p><ul><li>Three sets of twenty minutes</li><li>A plate of cheese, ham and olives, and a glass of wine or juice</li></ul>',
  type: 'BOOKING',
  duration: 120,
  pre_time: 20,
  max_participants: 32,
  min_participants: 0,
  latest_booking_time: 60,
  location: { address: 'Beco do Espírito Santo 4, 1100-222 Lisbon', lat: 38.7115, lng: -9.1287 },
  bring: '',
  advice: 'Alfama has stairs everywhere, and taxis cannot come to the door.',
  hint: 'Doors close when the first song begins.',
  voucher_checkout_url: 'https://marealta.example/vouchers',
  participant_hint: '',
  highlights: [
    'Songs without microphones',
    'Candlelight and a small plate',
    'In the heart of Alfama',
  ],
  categories: [5, 51],
  prices: [
    { key: 'adult', title: 'Adult', value: 3500, ...adult },
    { key: 'front', title: 'Adult, table in front', value: 4900, ...adult },
    { key: 'child', title: 'Child, 6 to 12 years', value: 1750, ...child },
  ],
  commission: 20,
  schedule: [{ weekdays: [3, 4, 5, 6, 7], times: ['19:00', '21:30'] }],
  demand: { usual: 0.65 },
};

const sail: EventData = {
  key: 'sail',
  title: 'Your own sailing boat on the Tagus',
  description:
    '<p>An old wooden boat, a skipper who was born on the river, and nobody else. Tell us what you have in mind: a proposal under the bridge, a birthday with a cake on board, or three hours of nothing at all.</p><p><strong>This one is a request.</strong> Captain Nuno looks at the tide and the wind for your day, and answers within a day.</p><ul><li>Two and a half hours from Belém to the old town and back</li><li>Water, white wine and olives on board</li></ul>',
  type: 'REQUEST',
  duration: 150,
  pre_time: 15,
  max_participants: 6,
  min_participants: 0,
  latest_booking_time: 1440,
  location: { address: 'Doca do Bom Sucesso 11, 1400-038 Lisbon', lat: 38.6934, lng: -9.2118 },
  bring: 'Shoes with light soles, sunglasses, a windproof jacket.',
  advice: 'Life jackets are there in all sizes, also for small children.',
  hint: 'You pay nothing before the skipper has said yes.',
  participant_hint: '',
  highlights: [
    'A boat for you alone',
    'Departs when the tide is right',
    'Drinks on board included',
  ],
  categories: [2],
  prices: [
    { key: 'adult', title: 'Adult', value: 8500, ...adult },
    { key: 'child', title: 'Child, up to 12 years', value: 4000, ...child },
  ],
  commission: 10,
  schedule: [
    { weekdays: everyDay, months: warmMonths, times: ['11:00', '15:00', '18:30'] },
    { weekdays: [6, 7], months: coldMonths, times: ['12:00', '15:00'] },
  ],
  demand: { usual: 0.2 },
};

/**
 * Lisbon, EUR, an hour behind Berlin. Has the event on request, and one that is sold only to two
 * people or more.
 */
export const lisbon: VendorData = {
  key: 'lisbon',
  name: 'Maré Alta',
  service_email: 'ola@marealta.example',
  service_phone: '+351 21 555 0173',
  terms:
    '<p><strong>Cancelling.</strong> Write to us up to 48 hours before the start, and you get everything back. Later than that we have bought the fish.</p><ul><li>Lessons in the sea depend on the swell; when we call one off, you choose a new day or your money.</li><li>Fired tiles are kept for you for thirty days.</li></ul>',
  bill_country: 'PT',
  country_of_residence: 'PT',
  activation_date: '2024-05-14T09:30:00Z',
  currency: 'EUR',
  legal_company_name: 'Maré Alta Experiências, Lda.',
  legal_representative_first_name: 'Inês',
  legal_representative_last_name: 'Valadares',
  timezone: 'Europe/Lisbon',
  events: [tiles, tascas, surf, fado, sail],
  products: [
    {
      key: 'tiles-posted',
      name: 'Your tiles, sent home',
      description: 'Packed in cork, insured, anywhere in the world. For up to four tiles.',
      price: 2200,
      vat: 23,
      shipping_address: 1,
      offeredWith: [{ event: 'tiles' }],
    },
    {
      key: 'port',
      name: 'A glass of tawny port, ten years old',
      description: 'Waiting at your table when you sit down.',
      price: 850,
      vat: 13,
      shipping_address: 0,
      offeredWith: [
        { event: 'fado', prices: ['adult', 'front'] },
        { event: 'tascas', prices: ['adult'] },
      ],
    },
    {
      key: 'boots',
      name: 'Neoprene boots to borrow',
      description: 'The water has 14 to 18 degrees. Your feet will notice.',
      stock: { total: 16, sold: 5 },
      price: 400,
      vat: 23,
      shipping_address: 0,
      offeredWith: [{ event: 'surf' }],
    },
    {
      key: 'cookbook',
      name: 'Cookbook “Six Tables”',
      description: 'Sixty recipes from the five tascas and one grandmother. In English, 192 pages.',
      stock: { total: 120, sold: 88 },
      price: 2950,
      vat: 6,
      shipping_address: 0,
      offeredWith: [],
    },
  ],
};

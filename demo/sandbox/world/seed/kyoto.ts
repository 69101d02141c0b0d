import type { EventData, VendorData } from './types.ts';

const everyDay = [1, 2, 3, 4, 5, 6, 7];

const adult = { category: 'Adult', vat: 10, entry_units: [{ type: 'ADULT' }] } as const;
const child = { category: 'Child', vat: 10, entry_units: [{ type: 'CHILD' }] } as const;

const tea: EventData = {
  key: 'tea',
  title: 'Tea ceremony in a town house',
  description:
    '<p>A narrow house, a garden the size of a carpet, and the sound of water coming to the boil. Mrs Hanamura has taught the way of tea for forty years, and she explains as she goes: why the bowl is turned, what the scroll says, when to bow and when not to worry about it.</p><p>After her bowl <strong>you whisk one yourself</strong>. It is harder than it looks, and it tastes better for it.</p><ul><li>A seasonal sweet, made that morning</li><li>Chairs for all who do not kneel easily</li></ul>',
  type: 'BOOKING',
  duration: 60,
  pre_time: 10,
  max_participants: 6,
  min_participants: 0,
  latest_booking_time: 120,
  location: { address: 'Aburanokoji-dori 214, 604-0061 Kyoto', lat: 35.0149, lng: 135.7526 },
  bring: 'Socks, as shoes stay at the door.',
  advice: 'Please leave strong perfume for another day.',
  hint: 'The house is quiet: come on time, and not much too early.',
  participant_hint: 'Would you like a chair?',
  highlights: [
    'Six guests at most',
    'Whisk your own bowl of matcha',
    'A fresh sweet for the season',
  ],
  categories: [5, 52],
  tags: [{ title: 'Language', values: ['English', 'Japanese'] }],
  prices: [
    { key: 'adult', title: 'Adult', value: 5500, ...adult },
    { key: 'child', title: 'Child, 7 to 12 years', value: 3300, ...child },
  ],
  commission: 15,
  schedule: [{ weekdays: [1, 2, 4, 5, 6, 7], times: ['10:00', '11:30', '14:00', '15:30'] }],
  demand: { usual: 0.5, placesLeft: { 3: 1, 5: 1 } },
};

const bamboo: EventData = {
  key: 'bamboo',
  title: 'Bamboo grove at dawn',
  description:
    '<p>By nine the path through the bamboo is full. At six it is yours: green light, cold air, and a sound like rain when the wind goes through the tops.</p><p>We walk on to a temple that few people climb to, and down along the river to a tofu maker who is just opening the steam. <strong>A cup of warm soy milk</strong> is the breakfast that belongs to it.</p><ul><li>Five kilometres at an easy pace, one climb</li><li>Back at the station before the first tour bus</li></ul>',
  type: 'BOOKING',
  duration: 150,
  pre_time: 0,
  max_participants: 12,
  min_participants: 0,
  latest_booking_time: 600,
  location: { address: 'Saga Tenryuji 68, 616-8385 Kyoto', lat: 35.0168, lng: 135.6713 },
  meeting_location: {
    address: 'Saga-Arashiyama Ekimae 3, 616-8373 Kyoto',
    lat: 35.0188,
    lng: 135.6813,
  },
  bring: 'A light jacket and good shoes. From June on, something against mosquitoes.',
  advice: 'Two hundred stone steps to the temple; you may wait below by the pond.',
  hint: 'The first train from the centre is early enough.',
  participant_hint: '',
  highlights: [
    'The grove before the crowds',
    'A temple that few people see',
    'Warm soy milk at the tofu maker',
  ],
  categories: [1, 13],
  prices: [
    { key: 'adult', title: 'Adult', value: 4800, ...adult },
    { key: 'child', title: 'Child, 6 to 12 years', value: 2400, ...child },
  ],
  commission: 15,
  schedule: [{ weekdays: [1, 2, 3, 4, 5], times: ['06:00'] }],
  demand: { usual: 0.4 },
};

const bambooWeekend: EventData = {
  ...bamboo,
  key: 'bamboo-weekend',
  pricelistOf: 'bamboo',
  title: 'Bamboo grove at dawn, weekend',
  prices: [
    { key: 'adult', title: 'Adult', value: 5800, ...adult },
    { key: 'child', title: 'Child, 6 to 12 years', value: 2900, ...child },
  ],
  schedule: [{ weekdays: [6, 7], times: ['05:30', '06:30'] }],
  demand: { usual: 0.75 },
};

const knife: EventData = {
  key: 'knife',
  title: 'Forge your own kitchen knife',
  description:
    '<p>Mr Sakuragi’s family has made blades since there were no photographs of it. He will put a hammer into your hand at nine, and by five you will have drawn out, hardened, ground and sharpened a small kitchen knife that is yours.</p><p>The steel is white paper steel from Shimane, the handle magnolia. <strong>Lunch is eaten together</strong>, at the long table beside the forge.</p><ul><li>Four people, two anvils, one master and his daughter</li><li>A box of paulownia wood, and a note on how to sharpen</li></ul>',
  type: 'BOOKING',
  duration: 480,
  pre_time: 0,
  max_participants: 4,
  min_participants: 0,
  latest_booking_time: 2880,
  location: { address: 'Fushimi Kajiyacho 31, 612-8081 Kyoto', lat: 34.9363, lng: 135.7596 },
  bring: 'Cotton clothes that may get sooty, and closed leather shoes.',
  advice: 'From sixteen years on. The forge is hot and loud; ear protection is there.',
  hint: 'Knives travel in checked luggage only.',
  participant_hint: 'Right-handed or left-handed?',
  highlights: ['A knife that you made yourself', 'Four people per day', 'Lunch beside the forge'],
  categories: [4, 41],
  prices: [
    { key: 'smith', title: 'Adult', value: 38000, ...adult },
    {
      key: 'watcher',
      title: 'Companion, watching, with lunch',
      value: 6000,
      ...adult,
      category: 'Other',
    },
  ],
  commission: 8,
  schedule: [{ weekdays: [2, 4, 6], times: ['09:00'] }],
  demand: { usual: 0.5 },
};

const indigo: EventData = {
  key: 'indigo',
  title: 'Indigo dyeing in the old vat',
  description:
    '<p>Indigo is alive: leaves, ash, lime and a little sake, fed every day. Over the winter the vat rests. When it wakes up again, we open the workshop for half-days in which you fold, bind and dip your own cloth, and watch it turn from green to blue in the air.</p><p><strong>The first classes after the rest are the best ones.</strong></p><ul><li>One large cloth and one small one for each of you</li><li>Gloves, boots and aprons are there; the blue finds a way all the same</li></ul>',
  type: 'BOOKING',
  duration: 180,
  pre_time: 0,
  max_participants: 8,
  min_participants: 0,
  latest_booking_time: 1440,
  location: { address: 'Ohara Raikoin 114, 601-1242 Kyoto', lat: 35.1203, lng: 135.8316 },
  bring: 'Dark clothes.',
  advice: 'Up to 300 g of your own washed cotton or silk can go into the vat too.',
  hint: 'The bus from Kyoto Station takes about an hour.',
  participant_hint: '',
  highlights: ['A natural vat, fed by hand', 'Two cloths to take home', 'A village in the hills'],
  categories: [4, 42],
  prices: [
    { key: 'adult', title: 'Adult', value: 9800, ...adult },
    { key: 'child', title: 'Child, 8 to 14 years', value: 5900, ...child },
  ],
  commission: 12,
  schedule: [{ weekdays: [3, 5, 6, 7], times: ['10:00', '14:00'] }],
  demand: { usual: 0.5, firstDay: 42 },
};

const bathHouse: EventData = {
  key: 'bath-house',
  title: 'The old bath house, day ticket',
  description:
    '<p>Blue tiles, a carp pond under glass, and water from ninety metres below. The neighbourhood has bathed here since 1931, and it still comes every evening.</p><p>Come when you like and stay as long as you like: <strong>your ticket is good from opening to closing</strong>. The ladies at the desk show you what goes where, and lend you everything.</p><ul><li>Hot pool, herb pool, cold pool, and a cedar sauna</li><li>Tatami room upstairs, with tea</li></ul>',
  type: 'BOOKING',
  duration: 540,
  pre_time: 0,
  max_participants: 60,
  min_participants: 0,
  latest_booking_time: -420,
  location: { address: 'Murasakino Higashi 27, 603-8223 Kyoto', lat: 35.0364, lng: 135.7487 },
  bring: 'Nothing at all. Towels and soap can be had at the desk.',
  advice: 'Bathing is without swimwear, women and men apart. Tattoos are welcome here.',
  hint: 'Last entry is two hours before closing.',
  participant_hint: '',
  highlights: [
    'Open from two until eleven',
    'Well water, heated with wood',
    'Tatami room with tea',
  ],
  categories: [5, 53],
  prices: [
    { key: 'adult', title: 'Adult', value: 1200, ...adult },
    { key: 'child', title: 'Child, 6 to 11 years', value: 500, ...child },
  ],
  commission: 10,
  schedule: [{ weekdays: everyDay, times: ['14:00'] }],
  demand: { usual: 0.35 },
};

/** Kyoto, JPY, a currency without minor units, and a time zone without summer time. */
export const kyoto: VendorData = {
  key: 'kyoto',
  name: 'Kamo Workshops',
  service_email: 'welcome@kamoworkshops.example',
  service_phone: '+81 75 555 0186',
  terms:
    '<p>We keep groups small, so an empty place is a loss for everyone.</p><ul><li><strong>Up to three days before:</strong> the full price is returned.</li><li><strong>Later:</strong> half of it, if we find somebody for your place.</li><li>Bath house tickets can be used on one other day within a month.</li></ul><p>Please follow what the craftspeople tell you near fire, blades and dye.</p>',
  bill_country: 'JP',
  country_of_residence: 'JP',
  activation_date: '2024-11-03T01:00:00Z',
  currency: 'JPY',
  legal_company_name: 'Kamo Workshops K.K.',
  legal_representative_first_name: 'Aoi',
  legal_representative_last_name: 'Hanamura',
  timezone: 'Asia/Tokyo',
  modules: ['Extended Availability Management'],
  events: [tea, bamboo, bambooWeekend, knife, indigo, bathHouse],
  products: [
    {
      key: 'matcha',
      name: 'Matcha from Uji, 30 g',
      description: 'The one from the ceremony, ground on stone, in a tin.',
      price: 2600,
      vat: 8,
      shipping_address: 0,
      offeredWith: [],
    },
    {
      key: 'towels',
      name: 'Towel set',
      description: 'A large one, a small one and a piece of camellia soap.',
      stock: { total: 200, sold: 61 },
      price: 450,
      vat: 10,
      shipping_address: 0,
      offeredWith: [{ event: 'bath-house', prices: ['adult', 'child'] }],
    },
    {
      key: 'engraving',
      name: 'Your name on the blade',
      description: 'Cut by hand in kanji, kana or Latin letters, up to eight of them.',
      price: 3800,
      vat: 10,
      shipping_address: 0,
      offeredWith: [{ event: 'knife', prices: ['smith'] }],
    },
    {
      key: 'indigo-cloth',
      name: 'Indigo door curtain, sent by post',
      description: 'Linen, 90 by 150 cm, dyed eleven times. The master makes four in a winter.',
      stock: { total: 4, sold: 2 },
      price: 32000,
      vat: 10,
      shipping_address: 1,
      offeredWith: [],
    },
  ],
};

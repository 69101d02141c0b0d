import type { EventData, VendorData } from './types.ts';

const everyDay = [1, 2, 3, 4, 5, 6, 7];
const adult = { category: 'Adult', vat: 19, entry_units: [{ type: 'ADULT' }] } as const;

/** Shared by all events here, so that each one lists only what is unusual about it. */
const usual = {
  type: 'BOOKING',
  duration: 60,
  pre_time: 0,
  max_participants: 10,
  min_participants: 0,
  latest_booking_time: 0,
  location: { address: 'Am Rand 1, 10115 Berlin', lat: 52.53, lng: 13.38 },
  bring: '',
  advice: '',
  hint: '',
  participant_hint: '',
  highlights: [],
  categories: [1, 11],
  commission: 0,
  schedule: [{ weekdays: everyDay, times: ['10:00'] }],
  demand: { usual: 0.3 },
} as const;

const price = (value: number) => [{ key: 'adult', title: 'Adult', value, ...adult }];

/** Opening hours: people come when they like, so it can be booked until eight hours after it opens. */
const garden: EventData = {
  ...usual,
  key: 'garden',
  title: 'The climbing garden',
  description: '<p>Open all day: come when you like.</p>',
  latest_booking_time: -480,
  max_participants: 40,
  schedule: [{ weekdays: [1, 2, 3, 4, 5], times: ['10:00'] }],
  prices: price(1800),
};
const gardenWeekend: EventData = {
  ...garden,
  key: 'garden-weekend',
  pricelistOf: 'garden',
  title: 'The climbing garden, weekend',
  schedule: [{ weekdays: [6, 7], times: ['10:00'] }],
  prices: price(2200),
};
const gardenDay: EventData = {
  ...garden,
  key: 'garden-day',
  durationOf: 'garden',
  title: 'The climbing garden, day ticket',
  duration: 480,
  prices: price(3200),
};
const gardenDayWeekend: EventData = {
  ...gardenDay,
  key: 'garden-day-weekend',
  pricelistOf: 'garden-day',
  title: 'The climbing garden, day ticket, weekend',
  schedule: [{ weekdays: [6, 7], times: ['10:00'] }],
  prices: price(3900),
};

/**
 * Two durations as separate events, because the vendor has not linked one as a further duration of
 * the other.
 */
const rowing: EventData = {
  ...usual,
  key: 'rowing',
  title: 'Rowing boat, 1 h',
  description: '<p>Once around the island.</p>',
  prices: price(1400),
};
const rowingLong: EventData = {
  ...rowing,
  key: 'rowing-long',
  title: 'Rowing boat, 2.5 h',
  description: '<p>Around the island, and up to the lock.</p>',
  duration: 150,
  prices: price(2900),
};

const berlinEvents: readonly EventData[] = [
  {
    ...usual,
    key: 'long-title',
    // 255 characters, the most that the spec allows (Limits), with one word that does not break.
    title:
      `The longest walk ${'and then a little further '.repeat(6)}${'w'.repeat(76)}alk end`.slice(
        0,
        255,
      ),
    description: `<p>${'Longwordwithoutanyspace'.repeat(40)}</p>`,
    prices: [{ key: 'adult', title: 'Adult '.repeat(40).trim(), value: 123456789, ...adult }],
  },
  {
    ...usual,
    key: 'html-attacks',
    title: 'Tour of "><img src=x onerror=alert(1)> & <b>bold</b> names',
    description: [
      '<p onclick="alert(1)">First paragraph, harmless words.</p>',
      '<script>alert(1)</script><scr<script>ipt>alert(2)</scr</script>ipt>',
      '<img src=x onerror="alert(3)"><svg onload=alert(4)><style>*{display:none}</style>',
      '<a href="javascript:alert(5)">a link</a> <a href="JaVa&#115;cript:alert(6)">another</a>',
      '<a href="data:text/html,<script>alert(7)</script>">a third</a>',
      '<iframe srcdoc="<script>alert(8)</script>"></iframe><form action="//evil.example"><input>',
      '<math><mtext><table><mglyph><style><img src=x onerror=alert(9)></style></table></math>',
      '<p>Last paragraph, <strong>never closed <em>and badly nested</strong></em>',
      '<!-- a comment that does not end <p>hidden</p>',
    ].join(''),
    bring: '<script>alert(10)</script>',
    advice: '${alert(11)} {{alert(12)}} %3Cscript%3E',
    hint: "'; DROP TABLE orders; --",
    participant_hint: '<img src=x onerror=alert(13)>',
    highlights: ['<b>Bold</b>', '&lt;script&gt;', '\u0000\u0007control characters'],
    prices: [{ key: 'adult', title: '<i>Adult</i>', value: 1000, ...adult }],
  },
  {
    ...usual,
    key: 'free',
    title: 'A walk that costs nothing',
    description: '<p>Everybody is invited.</p>',
    prices: price(0),
  },
  {
    ...usual,
    key: 'partly-free',
    title: 'A walk that costs children nothing',
    description: '<p>And adults a cent.</p>',
    prices: [
      { key: 'adult', title: 'Adult', value: 1, ...adult },
      { key: 'child', title: 'Child', value: 0, ...adult, category: 'Child', vat: 0 },
    ],
  },
  {
    ...usual,
    key: 'clock-change',
    title: 'Night watch, every hour',
    // Spring leaves out 02:30, and autumn has it twice: a day of 23 hours and one of 25
    // (Europe/Berlin).
    description: '<p>Also in the nights in which the clocks are changed.</p>',
    prices: price(1500),
    schedule: [{ weekdays: everyDay, times: ['00:30', '01:30', '02:30', '03:30', '23:30'] }],
  },
  {
    ...usual,
    key: 'bare',
    title: 'Only what has to be there',
    description: '<p></p>',
    prices: price(2000),
    hasRequiredFieldsOnly: true,
  },
  {
    ...usual,
    key: 'single-place',
    title: 'Alone with the organ',
    description: '<p>One visitor at a time.</p>',
    max_participants: 1,
    prices: price(9900),
  },
  rowing,
  rowingLong,
  garden,
  gardenWeekend,
  gardenDay,
  gardenDayWeekend,
];

const vendor = {
  service_email: 'hello@unusual.example',
  service_phone: '',
  terms: '',
  activation_date: '2024-01-01T08:00:00Z',
  legal_representative_first_name: '',
  legal_representative_last_name: '',
  products: [],
} as const;

/** The limits of what the spec allows. They are rare, but some vendor will reach them. */
export const unusualVendors: readonly VendorData[] = [
  {
    ...vendor,
    key: 'unusual-berlin',
    name: 'O’Neil & Söhne <Berlin>',
    bill_country: 'DE',
    country_of_residence: 'DE',
    currency: 'EUR',
    legal_company_name: 'O’Neil & Söhne GbR',
    timezone: 'Europe/Berlin',
    events: berlinEvents,
  },
  {
    ...vendor,
    key: 'unusual-kuwait',
    name: 'رحلات الخليج',
    bill_country: 'KW',
    country_of_residence: 'KW',
    // Three digits after the decimal point.
    currency: 'KWD',
    legal_company_name: 'شركة رحلات الخليج',
    timezone: 'Asia/Kuwait',
    events: [
      {
        ...usual,
        key: 'dhow',
        title: 'رحلة بحرية على متن بوم كويتي (Dhow 2 ساعة)',
        description:
          '<p>نبحر عند الغروب من الميناء القديم، ونعود مع <strong>أضواء المدينة</strong>.</p><ul><li>شاي وتمر</li><li>Life jackets, مقاسات 3–12</li></ul>',
        hint: 'الرجاء الحضور قبل 15 دقيقة',
        highlights: ['غروب الشمس', 'שיט בשקיעה', '\u202eoverride\u202c'],
        prices: [
          { key: 'adult', title: 'بالغ', value: 12345, ...adult, vat: 0 },
          { key: 'child', title: 'طفل', value: 500, ...adult, category: 'Child', vat: 0 },
        ],
      },
    ],
  },
  {
    ...vendor,
    key: 'unusual-kyoto',
    name: '京都の端',
    bill_country: 'JP',
    country_of_residence: 'JP',
    // No digits after the decimal point.
    currency: 'JPY',
    legal_company_name: '京都の端株式会社',
    timezone: 'Asia/Tokyo',
    events: [
      {
        ...usual,
        key: 'one-yen',
        title: '👩‍👩‍👧‍👦 一円の散歩 e\u0301 \u200bzero\u200bwidth',
        description:
          '<p>とても長い文章が、空白を一つも含まずに、どこまでもどこまでも続いていきます。</p>',
        prices: price(1),
      },
      {
        ...usual,
        key: 'dear',
        title: '一番高い茶碗',
        description: '<p>九百九十九万円。</p>',
        prices: price(9_999_999),
      },
    ],
  },
];

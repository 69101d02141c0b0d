import type { CategoryPath, OwnDraft } from '../../demo/workbench/own-draft.ts';

export const NOW = Date.parse('2026-11-21T09:00:00Z');
export const PICTURE = 'iVBORw0KGgo=';
const path = [
  { id: 2, title: 'On the water' },
  { id: 21, title: 'Kayak & canoe' },
];
export const CATEGORIES: readonly CategoryPath[] = [{ value: '2,21', path }];

/** A whole one, with dates in each of the three ways, other prices on a weekend, and a product. */
export function aDraft(): OwnDraft {
  return {
    title: 'Night paddle',
    description: 'When the lights go on.\n\nBack by <midnight>.',
    type: 'BOOKING',
    minutes: '150',
    places: '12',
    category: '2,21',
    address: 'Lichtkai 7, 10245 Berlin',
    coordinates: '52.5019, 13.4553',
    meeting: '',
    timezone: 'Europe/Berlin',
    highlights: '',
    bring: '',
    hint: '',
    currency: 'EUR',
    groups: [
      {
        key: 'own',
        name: '',
        prices: [
          { key: 'adult', title: 'Adult', value: '52' },
          { key: 'child', title: 'Child', value: '30.50' },
        ],
        weekdays: [4],
        times: '19:00',
        from: '2026-11-21',
        until: '2026-11-30',
        single: [{ key: 'eve', day: '2026-12-24', time: '17:00', places: '8' }],
        listed: '2027-01-01 18:00 4',
      },
      {
        key: 'weekend',
        name: 'Weekend',
        prices: [{ key: 'weekend adult', title: 'Adult', value: '60' }],
        weekdays: [6],
        times: '20:00',
        from: '2026-11-21',
        until: '2026-11-30',
        single: [],
        listed: '',
      },
    ],
    products: [
      {
        key: 'torch',
        name: 'Torch',
        description: 'To keep.',
        price: '9.90',
        stock: '20',
        isShipped: false,
      },
    ],
  };
}

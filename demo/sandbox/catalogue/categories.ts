/**
 * The platform's category tree. Ids are stable; two digits belong to the top level that their first
 * digit names.
 */
export const categories: Readonly<Record<number, string>> = {
  1: 'Walks & tours',
  11: 'City walks',
  12: 'By bike',
  13: 'Nature',
  2: 'On the water',
  21: 'Kayak & canoe',
  22: 'Surf',
  3: 'Food & drink',
  31: 'Tastings',
  32: 'Cooking & baking',
  4: 'Workshops',
  41: 'Crafts',
  42: 'Textiles',
  5: 'Culture & evenings',
  51: 'Music',
  52: 'Traditions',
  53: 'Museums & baths',
};

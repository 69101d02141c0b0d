/**
 * The English texts of the list and of what surrounds it, which the first script has. Those of the
 * steps after it come with the second.
 */
export const enOfList = {
  // list
  search: 'Search',
  allCategories: 'All',
  categories: 'Categories',
  from: 'from',
  next: 'Next',
  /** Of dates whose places nobody knows. */
  firstDate: 'First date',
  soldOutUntil: 'Sold out until the end of {month}',
  noDates: 'No dates right now',
  onRequest: 'On request',
  showMore: 'Show more',
  anyDay: 'Any day',
  party: 'Participants',
  participants: { one: '{count} participant', other: '{count} participants' },
  /** Of places. */
  forParty: { one: 'for {count} participant', other: 'for {count} participants' },
  withPlaces: '{count} with places {forParty} on {day}',
  noPlaces: 'No places {forParty} on {day}.',
  placesNotKnown: 'Places are not known right now.',
  nothingFound: 'Nothing matches “{text}”.',
  nothingHere: 'There is nothing to book here yet.',
  notOnSale: 'What this page offers is not on sale right now.',
  showAll: 'Show all',
  found: { one: '{count} experience', other: '{count} experiences' },
  stale: 'Prices and dates may have changed. They are checked again before you order.',
  sort: 'Sort by',
  asListed: 'Recommended',
  bestMatch: 'Best match first',
  soonest: 'Soonest first',
  cheapest: 'Lowest price first',
  shortest: 'Shortest first',
  nearest: 'Nearest first',
  noPosition: 'Your position is not known here.',
  allOrganisers: 'All organisers',

  // event
  back: 'All experiences',
  duration: 'Duration',
  soldBy: 'Sold by',
  hours: { one: '{count} h', other: '{count} h' },
  hoursMinutes: '{hours} {minutes}',
  minutes: { one: '{count} min', other: '{count} min' },
  days: { one: '{count} day', other: '{count} days' },

  // dates
  chooseDay: 'Choose a day',
  earlierDays: 'Earlier days',
  laterDays: 'Later days',
  dayFrom: '{day}, from {price}',
  dayNone: '{day}, no dates',
  full: 'full',
  closed: 'closed',
  /** In a day of the calendar, which has room for a short word. */
  fullDay: 'full',
  closedDay: 'closed',
  leftDay: '{count} left',
  closeDialog: 'Close',
  left: { one: '{count} left', other: '{count} left' },
  'too-few-places': {
    one: '{count} left, not enough {forParty}',
    other: '{count} left, not enough {forParty}',
  },

  // prices and products
  oneMore: 'One more: {title}',
  oneLess: 'One less: {title}',
  allLeft: '{count} is all that is left.',
  atMost: 'At most {count}.',
  free: 'free',
  exclVat: 'plus VAT',

  // cart
  yourVisit: 'Your selection',
  openVisit: 'Open your selection',

  // checkout
  unclear: 'Your order may have gone through all the same. Trying again does not order twice.',
  elsewherePlaced: 'You have already ordered exactly this. The code of that order is {code}.',
  elsewhereChecking: 'You are already ordering exactly this right now.',

  // confirmation
  bookMore: 'Book something else',
  earlierUnclear:
    'An earlier order of yours may have gone through. Check your e-mail before you order the same again.',

  // loading and problems
  loading: 'Loading',
  slow: 'Still loading. This takes longer than usual.',
  stepMissing:
    'This part of the booking could not be loaded. Try again, or reload the page: what you chose is kept.',
  retry: 'Try again',
  offline: 'No answer from the booking service. Check your connection.',
  unreadable: 'The booking service sent something that cannot be read.',
  tooManyUntil: 'Too many requests came from here at once. Try again {when}.',
};

/** What a request of the list can be refused for. */
export const problemsOfList = {
  'invalid-request': 'Something in this order is not right. Go back and check it.',
  'not-found': 'This is not here any more.',
  'origin-not-allowed': 'Booking is not set up for this site.',
  'unknown-site': 'Booking is not set up for this site.',
  'too-many-requests': 'Too many requests came from here at once. Wait a moment, then try again.',
  'too-many-calls': 'Too much was looked up from here at once. Try again a little later.',
  'too-many-distinct-reads': 'Too much was looked up from here at once. Try again a little later.',
  'event-gone': 'This event cannot be booked any more.',
  'proxy-busy': 'It is very busy here right now. Try again in a moment.',
  'platform-busy': 'Booking is paused for a moment. Try again shortly.',
  'platform-down': 'Booking is not available right now. Try again in a few minutes.',
  'internal-error': 'Something broke on our side. Try again in a moment.',
};

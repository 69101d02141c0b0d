import { minorDigits } from '#contract/currency';
import { lowestPriceOf } from '#contract/entry-price';
import type { ListedEvent, MergedEvent } from '#contract/event.schema';

/**
 * Events as schema.org's `Event`, for search engines. Events without a future date are left out.
 *
 * @param page the address where they are booked
 */
export function structuredData(
  events: readonly (ListedEvent | MergedEvent)[],
  page: string,
): object {
  const dated = events.filter(({ next, first_date }) => next?.date ?? first_date);
  return { '@context': 'https://schema.org', '@graph': dated.map((event) => eventOf(event, page)) };
}

function eventOf(event: ListedEvent | MergedEvent, page: string): object {
  const { title, location, images, duration, location_lat, location_lng } = event;
  const price = 'from_price' in event ? event.from_price : lowestPriceOf(event.price_groups);
  const isPlaced = location_lat !== 0 || location_lng !== 0;
  return {
    '@type': 'Event',
    name: title,
    ...('summary' in event && { description: event.summary }),
    startDate: event.next?.date ?? event.first_date,
    duration: `PT${duration}M`,
    ...(images.length > 0 && { image: images }),
    location: {
      '@type': 'Place',
      address: location,
      ...(isPlaced && {
        geo: { '@type': 'GeoCoordinates', latitude: location_lat, longitude: location_lng },
      }),
    },
    organizer: { '@type': 'Organization', name: event.vendor_name },
    ...(price && {
      offers: {
        '@type': 'Offer',
        url: page,
        price: price.value / 10 ** minorDigits(price.currency),
        priceCurrency: price.currency,
        ...(event.next && {
          availability: `https://schema.org/${event.next.date ? 'InStock' : 'SoldOut'}`,
        }),
      },
    }),
  };
}

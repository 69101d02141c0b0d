import { type Item, itemsIn, need } from './judge.ts';

// What the rules of several lists filter by: chosen so that it does not fit every event.

/** The spec does not say whether a category includes the events of its subcategories. */
export function chooseCategory(events: readonly Item[]) {
  const own = (event: Item) => itemsIn(event, 'categories').at(-1)?.['id'];
  const treeOf = (event: Item) => itemsIn(event, 'categories').map((category) => category['id']);
  const fits = (event: Item) => {
    const size = events.filter((other) => treeOf(other).includes(own(event))).length;
    return own(event) !== undefined && size < events.length;
  };
  // The last category in the list, which moves to the front when it is preferred.
  const id = own(need(events.toReversed(), fits, 'category that not all events are of'));
  return {
    id: String(id),
    isOfIt: (event: Item) => own(event) === id,
    isInTree: (event: Item) => treeOf(event).includes(id),
  };
}

/** One event lies in the corner, because the edge belongs to the rectangle. */
export function rectangleAt(corner: Item) {
  const [maxLat, maxLng] = [Number(corner['location_lat']), Number(corner['location_lng'])];
  const [minLat, minLng] = [maxLat - 0.5, maxLng - 0.5];
  return {
    geolocation: [minLat, minLng, maxLat, maxLng].join(),
    isWithin: ({ location_lat, location_lng }: Item) => {
      const [lat, lng] = [Number(location_lat), Number(location_lng)];
      return minLat <= lat && lat <= maxLat && minLng <= lng && lng <= maxLng;
    },
  };
}

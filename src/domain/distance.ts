import type { ListedEvent } from '#contract/event.schema';

/** A position in degrees. The customer's own is never sent to the proxy. */
export type Position = Pick<GeolocationCoordinates, 'latitude' | 'longitude'>;

const EARTH_RADIUS = 6371;
const DEGREE = Math.PI / 180;

/** In kilometres along a great circle; Infinity for an event without coordinates. */
export function distanceTo({ location_lat, location_lng }: ListedEvent, from: Position): number {
  if (!location_lat && !location_lng) return Infinity;
  return distanceBetween({ latitude: location_lat, longitude: location_lng }, from);
}

/** In kilometres along a great circle, by the haversine formula. */
export function distanceBetween(to: Position, from: Position): number {
  const { sin, cos, asin, sqrt } = Math;
  const north = sin(((to.latitude - from.latitude) * DEGREE) / 2);
  const east = sin(((to.longitude - from.longitude) * DEGREE) / 2);
  const width = cos(to.latitude * DEGREE) * cos(from.latitude * DEGREE);
  // For antipodes, rounding may bring the root above 1, where `asin` is NaN.
  return 2 * EARTH_RADIUS * asin(Math.min(1, sqrt(north * north + width * east * east)));
}

/** Sorts by distance; with a day chosen, events without places on it stay last. */
export function nearestFirst(events: ListedEvent[], from: Position): ListedEvent[] {
  const isFull = ({ starts }: ListedEvent) => Number(starts?.length === 0);
  // Infinity − Infinity is NaN, which `|| 0` turns into equal.
  return [...events].sort(
    (a, b) => isFull(a) - isFull(b) || distanceTo(a, from) - distanceTo(b, from) || 0,
  );
}

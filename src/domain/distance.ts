import type { ListedEvent } from '../contract/event.schema.ts';

/** Where somebody or something is, in degrees. A customer's own stays in the browser. */
export type Position = Pick<GeolocationCoordinates, 'latitude' | 'longitude'>;

const EARTH_RADIUS = 6371;
const DEGREE = Math.PI / 180;

/** Kilometres as the crow flies; infinitely far is an event that does not say where it is. */
export function distanceTo({ location_lat, location_lng }: ListedEvent, from: Position): number {
  if (!location_lat && !location_lng) return Infinity;
  return distanceBetween({ latitude: location_lat, longitude: location_lng }, from);
}

/** Kilometres as the crow flies, by the haversine formula: exactly 0 between a place and itself. */
export function distanceBetween(to: Position, from: Position): number {
  const { sin, cos, asin, sqrt } = Math;
  const north = sin(((to.latitude - from.latitude) * DEGREE) / 2);
  const east = sin(((to.longitude - from.longitude) * DEGREE) / 2);
  const width = cos(to.latitude * DEGREE) * cos(from.latitude * DEGREE);
  // Of opposite places the root may be a little more than 1.
  return 2 * EARTH_RADIUS * asin(Math.min(1, sqrt(north * north + width * east * east)));
}

/** Of a day, what has no places stays last. */
export function nearestFirst(events: ListedEvent[], from: Position): ListedEvent[] {
  const isFull = ({ starts }: ListedEvent) => Number(starts?.length === 0);
  // Between two that are infinitely far there is no difference.
  return [...events].sort(
    (a, b) => isFull(a) - isFull(b) || distanceTo(a, from) - distanceTo(b, from) || 0,
  );
}

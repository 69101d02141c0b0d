import type { ListedEvent } from '../contract/event.schema.ts';

/** Where somebody is, in degrees. It stays in the browser: no request carries it. */
export type Position = Pick<GeolocationCoordinates, 'latitude' | 'longitude'>;

const EARTH_RADIUS = 6371;
const DEGREE = Math.PI / 180;

/** Kilometres as the crow flies; infinitely far is an event that does not say where it is. */
export function distanceTo(
  { location_lat, location_lng }: ListedEvent,
  { latitude, longitude }: Position,
): number {
  if (!location_lat && !location_lng) return Infinity;
  const { sin, cos } = Math;
  const [to, from] = [location_lat * DEGREE, latitude * DEGREE];
  const across = cos((location_lng - longitude) * DEGREE);
  // Of one place the cosine may be a little more than 1.
  const cosine = Math.min(1, sin(to) * sin(from) + cos(to) * cos(from) * across);
  return EARTH_RADIUS * Math.acos(cosine);
}

/** Of a day, what has no places stays last. */
export function nearestFirst(events: ListedEvent[], from: Position): ListedEvent[] {
  const isFull = ({ starts }: ListedEvent) => Number(starts?.length === 0);
  // Between two that are infinitely far there is no difference.
  return [...events].sort(
    (a, b) => isFull(a) - isFull(b) || distanceTo(a, from) - distanceTo(b, from) || 0,
  );
}

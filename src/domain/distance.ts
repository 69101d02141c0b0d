import type { ListedEvent } from '../contract/event.schema.ts';

/** Where somebody is, in degrees. It stays in the browser: no request carries it. */
export type Position = Pick<GeolocationCoordinates, 'latitude' | 'longitude'>;

const EARTH_RADIUS = 6371;

/** Kilometres as the crow flies; infinitely far is an event that does not say where it is. */
export function distanceTo({ location_lat, location_lng }: ListedEvent, from: Position): number {
  if (!location_lat && !location_lng) return Infinity;
  const [latitude, fromLatitude] = [radians(location_lat), radians(from.latitude)];
  const across = Math.cos(radians(location_lng - from.longitude));
  const cosine =
    Math.sin(latitude) * Math.sin(fromLatitude) +
    Math.cos(latitude) * Math.cos(fromLatitude) * across;
  // Of one place it may be a little more than 1.
  return EARTH_RADIUS * Math.acos(Math.min(1, cosine));
}

/** Of a day, what has no places stays last. */
export function nearestFirst(events: ListedEvent[], from: Position): ListedEvent[] {
  const isFull = ({ starts }: ListedEvent) => Number(starts?.length === 0);
  // Between two that are infinitely far there is no difference.
  return events.sort(
    (a, b) => isFull(a) - isFull(b) || distanceTo(a, from) - distanceTo(b, from) || 0,
  );
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}

import { z } from 'zod';

/**
 * A rectangle on the map. One that crosses the 180th meridian cannot be said in the spec's four
 * numbers.
 */
export interface Rectangle {
  readonly minLat: number;
  readonly minLng: number;
  readonly maxLat: number;
  readonly maxLng: number;
}

/** Exactly four numbers: minLat,minLng,maxLat,maxLng (spec, Per-operation list parameters). */
export const geolocation = z.string().transform((text, context): Rectangle => {
  const numbers = text
    .split(',')
    .map((part) => (/^-?\d+(\.\d+)?$/.test(part) ? Number(part) : NaN));
  const [minLat = NaN, minLng = NaN, maxLat = NaN, maxLng = NaN] = numbers;
  const isRectangle = numbers.length === 4 && minLat <= maxLat && minLng <= maxLng;
  if (!isRectangle || minLat < -90 || maxLat > 90 || minLng < -180 || maxLng > 180) {
    context.addIssue('has to be four numbers: minLat,minLng,maxLat,maxLng');
    return z.NEVER;
  }
  return { minLat, minLng, maxLat, maxLng };
});

export function isWithin(
  { minLat, minLng, maxLat, maxLng }: Rectangle,
  { location_lat, location_lng }: { readonly location_lat: number; readonly location_lng: number },
): boolean {
  return (
    minLat <= location_lat &&
    location_lat <= maxLat &&
    minLng <= location_lng &&
    location_lng <= maxLng
  );
}

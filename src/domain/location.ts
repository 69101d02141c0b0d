/** The town of an address, its last part without a postcode: "Boathouse 4, 10245 Berlin". */
export function townOf(location: string): string {
  const last = location.split(',').slice(-1)[0]?.trim() ?? '';
  return last.replace(/^[\d-]+\s+|\s+[\d-]+$/g, '') || location;
}

/** A link to a map, because no map is loaded into the host page. */
export function mapUrl(latitude: number, longitude: number): string {
  return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`;
}

// Ids may have any characters, but not every id fits into a request to the platform.

/** URL parsers remove the segments `.` and `..`, even percent-encoded ones. */
export function fitsPath(id: string): boolean {
  return id !== '.' && id !== '..';
}

/** `accept` and similar parameters separate ids by commas, and there is no escape for one. */
export function isListable(id: string): boolean {
  return !id.includes(',');
}

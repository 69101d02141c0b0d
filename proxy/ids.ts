// What a request to the platform can say of an id, whatever characters it has.

/** URLs leave `.` and `..` out of a path, however they are encoded. */
export function fitsPath(id: string): boolean {
  return id !== '.' && id !== '..';
}

/** Ids in `accept` and its like are separated by commas, and nothing else can be said of them. */
export function isListable(id: string): boolean {
  return !id.includes(',');
}

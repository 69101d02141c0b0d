/** Thrown when a rule cannot be tried: data is missing, or writing is not allowed, or no answer comes. */
export class Untried extends Error {
  override readonly name = 'Untried';
}

import type { Held } from '../catalog/held.ts';
import type { Tagged } from './tagged.ts';
import { answerTagged, tag } from './tagged.ts';

export type AnswerRead = (
  request: Request,
  held: Held<object>,
  cacheControl: string,
) => Promise<Response>;

/** Answers of reads. A value that is held is written once, however often it is answered. */
export function createReadAnswers(): AnswerRead {
  const written = new WeakMap<object, Promise<Tagged>>();

  return async (request, { value, stale }, cacheControl) => {
    const tagged = written.get(value) ?? tag(JSON.stringify(value));
    written.set(value, tagged);
    return answerTagged(request, await tagged, {
      'Content-Type': 'application/json',
      'Cache-Control': cacheControl,
      ...(stale && { 'Booking-Stale': 'true' }),
    });
  };
}

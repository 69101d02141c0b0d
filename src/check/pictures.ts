import type { ListedEvent } from '#contract/event.schema';
import { httpAddress } from '../domain/address.ts';
import { ownDocument } from '../page/unshadowed.ts';
import type { Finding } from './finding.ts';
import { judged, offence } from './policy.ts';

/** Milliseconds after which a picture counts as loaded: a policy would have blocked it at once. */
const LONGEST = 3_000;

/** Whether the page's policy lets the events' pictures through, by one of each origin. */
export async function checkPictures(events: readonly ListedEvent[]): Promise<Finding[]> {
  const pictures = events
    .flatMap(({ images }) => images)
    .filter((url) => httpAddress(url, ownDocument.baseURI));
  const byOrigin = new Map(pictures.map((url) => [new URL(url).origin, url]));
  const checks = [...byOrigin].map(async ([origin, url]) =>
    offence(await judged(url, () => load(url)), `pictures of ${origin}`, url),
  );
  return (await Promise.all(checks)).flat();
}

function load(url: string): Promise<void> {
  return new Promise((resolve) => {
    const picture = Object.assign(ownDocument.createElement('img'), {
      onload: () => resolve(),
      onerror: () => resolve(),
    });
    setTimeout(resolve, LONGEST);
    picture.src = url;
  });
}

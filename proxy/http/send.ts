import { after, type Answer, type Soon } from './response.ts';
import { type Clock, createStamp } from '../clock.ts';

type Bytes = Uint8Array<ArrayBuffer>;
/**
 * Makes a body smaller for whoever takes it so, once for each tag; undefined when that is not
 * possible.
 */
export type Compress = (
  accepted: string,
  etag: string,
  body: Bytes,
) => Soon<Compressed> | undefined;
type Compressed = { readonly encoding: string; readonly body: Bytes };

/** What goes out for an answer, and for whom it was put together. */
interface Sent {
  readonly body: Answer['body'];
  readonly headers: Record<string, string>;
  readonly shared: Answer['headers'];
  readonly accepted: string;
}

/**
 * Adds the headers that all answers have, and compresses. What is held is put together once a
 * second for all alike.
 */
export function createSend(clock: Clock, compress: Compress) {
  const toDate = createStamp(1_000, (now) => new Date(now).toUTCString());
  const last = new WeakMap<Answer, Sent>();

  return function send(answer: Answer, shared: Answer['headers'], accepted: string): Soon<Sent> {
    const sent = last.get(answer);
    const isAlike = sent?.shared === shared && sent.accepted === accepted;
    if (isAlike && sent.headers['Date'] === toDate(clock())) return sent;

    const { headers: own, body } = answer;
    const { ETag, Vary = shared['Vary'] } = own;
    const smaller = ETag && body instanceof Uint8Array ? compress(accepted, ETag, body) : undefined;
    return after(smaller, (smaller) => {
      const headers: Record<string, string> = {
        // Of requests without CORS: no page may show or load what is not for all pages.
        'Cross-Origin-Resource-Policy': 'same-origin',
        ...shared,
        ...own,
        ...(ETag && { Vary: Vary ? `${Vary}, Accept-Encoding` : 'Accept-Encoding' }),
        ...(smaller && { 'Content-Encoding': smaller.encoding }),
        // The widget counts from the proxy's clock, not from the customer's.
        Date: toDate(clock()),
        'X-Content-Type-Options': 'nosniff',
        'Referrer-Policy': 'no-referrer',
        'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      };
      const sent = { body: smaller?.body ?? body, headers, shared, accepted };
      if (ETag) last.set(answer, sent);
      return sent;
    });
  };
}

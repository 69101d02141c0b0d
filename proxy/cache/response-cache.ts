import { createBoundedMap, textBytes } from '../bounded-map.ts';
import { createCompressor } from '../http/compressor.ts';
import { chooseEncoding, type Effort, type Encoders, type Encoding } from '../http/encoding.ts';
import { etagOf, matchesEtag } from '../http/etag.ts';
import { createResponse, type HttpHeaders, type HttpResponse } from '../http/response.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** The request headers that select the form of a response. */
export interface Negotiation {
  readonly ifNoneMatch: string | undefined;
  readonly acceptEncoding: string | undefined;
}

/** The part of a request that its response depends on. */
export interface CacheableRequest extends Negotiation {
  /** The normalised request: the same for all requests that mean the same. */
  readonly key: string;
}

/** A rendered response that has no `ETag` yet. */
export interface Rendered {
  readonly body: string;
  readonly headers: HttpHeaders;
  /**
   * A stale response has an `ETag` of its own, because a 304 could not take back the headers that
   * mark it as stale.
   */
  readonly isStale?: boolean;
  /** What the `ETag` stands for, where it is not the whole body. */
  readonly tagged?: string;
  /** How hard it is compressed; `quick` when left out. */
  readonly effort?: Effort;
}

/**
 * The only cache of responses, behind the guards: the bytes, the `ETag`, the 304 and each encoding
 * are made once for any number of requests.
 */
export interface ResponseCache {
  /**
   * `sources` are what the body is rendered from, compared by identity: if they are other objects
   * than before, the response is rendered anew. Concurrent requests for the same response wait for
   * one rendering; if `render` throws synchronously, only its own request fails.
   */
  get(
    request: CacheableRequest,
    sources: readonly unknown[],
    render: () => Rendered | Promise<Rendered>,
  ): Promise<HttpResponse>;
}

/** A response in every form in which it is sent. */
interface Entry {
  /** Names of the sources, because references would keep them in memory. */
  readonly sources: readonly string[];
  /** Estimated: the body, as much again for its encodings, and the headers of each form. */
  readonly bytes: number;
  readonly etag: string;
  readonly plain: HttpResponse;
  readonly notModified: HttpResponse;
  readonly encoded: Map<Encoding, Promise<HttpResponse>>;
  readonly effort: Effort;
}

const MAX_BYTES = 32 * 1024 * 1024;
const BYTES_OF_HEADERS = 2_048;
/** Enough for some hundred headers. */
const MAX_CHOSEN_BYTES = 100_000;

export function createResponseCache(encoders: Encoders, maxBytes = MAX_BYTES): ResponseCache {
  const entries = createBoundedMap<Entry>({ maxBytes, bytesOf: ({ bytes }) => bytes });
  const compress = createCompressor(encoders);
  const nameOf = createNames();
  /** Browsers send the same few headers over and over, so each is parsed once. */
  const chosen = createBoundedMap<Encoding | 'identity'>({
    maxBytes: MAX_CHOSEN_BYTES,
    bytesOf: textBytes,
    create: (accept) => chooseEncoding(accept, encoders) ?? 'identity',
  });
  /** Renderings under way, by key and sources. */
  const pending = new Map<string, Promise<Entry>>();

  /** Single-flight. */
  function renderOnce(
    key: string,
    sources: readonly string[],
    render: () => Rendered | Promise<Rendered>,
  ): Promise<Entry> {
    const name = JSON.stringify([key, ...sources]);
    const existing = pending.get(name);
    if (existing) return existing;
    const entry = createEntry(sources, render())
      .then((created) => {
        entries.set(key, created);
        return created;
      })
      .finally(() => pending.delete(name));
    pending.set(name, entry);
    return entry;
  }

  /**
   * Compresses once per encoding. A failure is not cached, nor is a response that stays
   * uncompressed because the compressor was busy.
   */
  function encode({ encoded, plain, effort }: Entry, encoding: Encoding) {
    const existing = encoded.get(encoding);
    if (existing) return existing;
    const bytes = compress(plain.body as Bytes, encoding, effort);
    if (!bytes) return plain;
    const { status, headers } = plain;
    const response = bytes.then(
      (body) => createResponse(status, { ...headers, 'Content-Encoding': encoding }, body),
      (error: unknown) => {
        encoded.delete(encoding);
        throw error;
      },
    );
    encoded.set(encoding, response);
    return response;
  }

  return {
    async get({ key, ifNoneMatch, acceptEncoding = '' }, sources, render) {
      const cached = entries.get(key);
      const isFrom = ({ sources: names }: Entry) =>
        names.length === sources.length &&
        names.every((name, index) => name === nameOf(sources[index]));
      const entry =
        cached && isFrom(cached) ? cached : await renderOnce(key, sources.map(nameOf), render);
      if (ifNoneMatch !== undefined && matchesEtag(ifNoneMatch, entry.etag)) {
        return entry.notModified;
      }
      const encoding = chosen.memo(acceptEncoding);
      return encoding === 'identity' ? entry.plain : encode(entry, encoding);
    },
  };
}

/** Names each object by identity, and anything else by its text. */
function createNames(): (value: unknown) => string {
  const names = new WeakMap<object, string>();
  let count = 0;

  return (value) => {
    if (typeof value !== 'object' || value === null) return String(value);
    const existing = names.get(value);
    if (existing !== undefined) return existing;
    count += 1;
    const name = `#${count}`;
    names.set(value, name);
    return name;
  };
}

async function createEntry(
  sources: readonly string[],
  rendering: Rendered | Promise<Rendered>,
): Promise<Entry> {
  const { body: text, tagged = text, headers: own, isStale, effort = 'quick' } = await rendering;
  const body = new TextEncoder().encode(text);
  const etag = await etagOf(new TextEncoder().encode(tagged), isStale ? 'stale' : '');
  const headers = { ...own, ETag: etag };
  return {
    sources,
    bytes: 2 * body.byteLength + BYTES_OF_HEADERS,
    etag,
    plain: createResponse(200, headers, body),
    notModified: createResponse(304, headers, null),
    encoded: new Map(),
    effort,
  };
}

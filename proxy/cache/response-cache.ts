import { chooseEncoding, type Encoders, type Encoding } from '../http/encoding.ts';
import { etagOf, matchesEtag } from '../http/etag.ts';
import { createResponse, type HttpHeaders, type HttpResponse } from '../http/response.ts';
import { createBoundedMap, textBytes } from './bounded-map.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Which form of a response a client would have. */
export interface Negotiation {
  readonly ifNoneMatch: string | undefined;
  readonly acceptEncoding: string | undefined;
}

/** The part of a request that its response depends on. */
export interface CacheableRequest extends Negotiation {
  /** What is asked for, in one form for all who ask for the same. */
  readonly key: string;
}

/** A response that is rendered and not yet tagged. */
export interface Rendered {
  readonly body: string;
  readonly headers: HttpHeaders;
  /** Its `ETag` is another one than that of the fresh response, because a 304 takes no header back. */
  readonly isStale?: boolean;
}

/**
 * The one cache of responses, behind the guards: bytes, `ETag`, the 304 and the encodings, each
 * made once for any number of requests.
 */
export interface ResponseCache {
  /**
   * `sources` are what the body is rendered from, compared by identity: other values under the same
   * key are rendered anew.
   */
  get(
    request: CacheableRequest,
    sources: readonly unknown[],
    render: () => Rendered,
  ): Promise<HttpResponse>;
}

interface Entry {
  /** Names the sources, because an entry that referred to them would keep them in memory. */
  readonly sources: readonly string[];
  /** Estimated: the body, as much again for its encodings, and the headers of each form. */
  readonly bytes: number;
  readonly forms: Promise<Forms>;
}

/** A response in every form in which it is sent. */
interface Forms {
  readonly etag: string;
  readonly plain: HttpResponse;
  readonly notModified: HttpResponse;
  readonly encoded: Map<Encoding, Promise<HttpResponse>>;
}

const MAX_BYTES = 32 * 1024 * 1024;
const BYTES_OF_HEADERS = 2_048;
/** Some hundred headers. */
const MAX_CHOSEN_BYTES = 100_000;

export function createResponseCache(encoders: Encoders, maxBytes = MAX_BYTES): ResponseCache {
  const entries = createBoundedMap<Entry>({ maxBytes, bytesOf: ({ bytes }) => bytes });
  const nameOf = createNames();
  /** Browsers send the same few headers over and over, so each is parsed once. */
  const chosen = createBoundedMap<Encoding | 'identity'>({
    maxBytes: MAX_CHOSEN_BYTES,
    bytesOf: textBytes,
    create: (accept) => chooseEncoding(accept, encoders) ?? 'identity',
  });

  /** Rendering is synchronous, so that requests which come together find one entry. */
  function createEntry(key: string, sources: readonly string[], rendered: Rendered): Entry {
    const body = new TextEncoder().encode(rendered.body);
    const bytes = 2 * body.byteLength + BYTES_OF_HEADERS;
    const entry = { sources, bytes, forms: createForms(body, rendered) };
    entries.set(key, entry);
    return entry;
  }

  /** Every form is encoded once; a failure is not cached. */
  function encode({ encoded, plain }: Forms, encoding: Encoding): Promise<HttpResponse> {
    const existing = encoded.get(encoding);
    if (existing) return existing;
    const response = createEncoded(plain, encoding, encoders).catch((error: unknown) => {
      encoded.delete(encoding);
      throw error;
    });
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
        cached && isFrom(cached) ? cached : createEntry(key, sources.map(nameOf), render());
      const forms = await entry.forms;
      if (ifNoneMatch !== undefined && matchesEtag(ifNoneMatch, forms.etag)) {
        return forms.notModified;
      }
      const encoding = chosen.memo(acceptEncoding);
      return encoding === 'identity' ? forms.plain : encode(forms, encoding);
    },
  };
}

/** A name for each object, by identity, and the text of anything else. */
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

async function createForms(body: Bytes, { headers: own, isStale }: Rendered): Promise<Forms> {
  const etag = await etagOf(body, isStale ? 'stale' : '');
  const headers = { ...own, ETag: etag };
  return {
    etag,
    plain: createResponse(200, headers, body),
    notModified: createResponse(304, headers, null),
    encoded: new Map(),
  };
}

async function createEncoded(
  { status, headers, body }: HttpResponse,
  encoding: Encoding,
  encoders: Encoders,
): Promise<HttpResponse> {
  const encoder = encoders[encoding];
  if (!encoder) throw new RangeError(`there is no encoder for ${encoding}`);
  const encoded = await encoder(body as Bytes);
  return createResponse(status, { ...headers, 'Content-Encoding': encoding }, encoded);
}

import { LRUCache } from 'lru-cache';
import { chooseEncoding, type Encoders, type Encoding } from '../http/encoding.ts';
import { etagOf, matchesEtag } from '../http/etag.ts';
import { createResponse, type HttpHeaders, type HttpResponse } from '../http/response.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** The part of a request that its response depends on. */
export interface CacheableRequest {
  /** The request's target: path and query. */
  readonly key: string;
  readonly ifNoneMatch: string | undefined;
  readonly acceptEncoding: string | undefined;
}

/** A response that is rendered and not yet tagged. */
export interface Rendered {
  readonly body: string;
  readonly headers: HttpHeaders;
}

/**
 * The one cache of responses, behind the guards: bytes, `ETag`, the 304 and the encodings, each
 * made once for any number of requests.
 */
export interface ResponseCache {
  /** Whether a response to such a request was rendered before, whatever it was rendered from. */
  has(request: CacheableRequest): boolean;
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
  readonly sources: readonly unknown[];
  /** Estimated bytes: the body, as much again for its encodings, and the key. */
  readonly size: number;
  readonly forms: Promise<Forms>;
}

/** A response in every form in which it is sent. */
interface Forms {
  readonly etag: string;
  readonly plain: HttpResponse;
  readonly notModified: HttpResponse;
  readonly encoded: Map<Encoding, Promise<HttpResponse>>;
}

const MAX_BYTES = 128 * 1024 * 1024;
const ENTRY_OVERHEAD = 2_048;

export function createResponseCache(encoders: Encoders, maxBytes = MAX_BYTES): ResponseCache {
  const entries = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    sizeCalculation: ({ size }) => size,
  });

  /** Rendering is synchronous, so that requests which come together find one entry. */
  function createEntry(key: string, sources: readonly unknown[], rendered: Rendered): Entry {
    const body = new TextEncoder().encode(rendered.body);
    const size = 2 * body.byteLength + 2 * key.length + ENTRY_OVERHEAD;
    const entry = { sources, size, forms: createForms(body, rendered.headers) };
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
    has: ({ key }) => entries.has(key),

    async get({ key, ifNoneMatch, acceptEncoding = '' }, sources, render) {
      const cached = entries.get(key);
      const entry =
        cached && isSame(cached.sources, sources) ? cached : createEntry(key, sources, render());
      const forms = await entry.forms;
      if (ifNoneMatch !== undefined && matchesEtag(ifNoneMatch, forms.etag)) {
        return forms.notModified;
      }
      const encoding = chooseEncoding(acceptEncoding, encoders);
      return encoding ? encode(forms, encoding) : forms.plain;
    },
  };
}

function isSame(cached: readonly unknown[], sources: readonly unknown[]): boolean {
  return (
    cached.length === sources.length && cached.every((source, index) => source === sources[index])
  );
}

async function createForms(body: Bytes, ownHeaders: HttpHeaders): Promise<Forms> {
  const etag = await etagOf(body);
  const headers = { ...ownHeaders, ETag: etag };
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

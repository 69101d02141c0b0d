import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { after } from './response.ts';
import type { Compress } from './send.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const MOST_BYTES = 64 * 1024 * 1024;
/** Up to this the best quality costs some tenths of a second, once; beyond it seconds. */
const LARGE = 200_000;

const brotli = promisify(brotliCompress);
const encoders = {
  br: (body: Bytes) =>
    brotli(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: body.byteLength > LARGE ? 6 : 11,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
      },
    }),
  gzip: promisify<Bytes, Buffer>(gzip),
};
type Encoding = keyof typeof encoders;

/** Compresses answers that have a tag, once for each version of them and for any number who ask. */
export function createCompress(mostBytes = MOST_BYTES): Compress {
  const compressed = new LRUCache<string, Bytes, { encoding: Encoding; body: Bytes }>({
    maxSize: mostBytes,
    sizeCalculation: ({ byteLength }) => byteLength + 1_024,
    // Somebody waits for what is pushed out before it is there.
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _old, { context: { encoding, body } }) =>
      new Uint8Array(await encoders[encoding](body)),
  });

  return (accepted, etag, body) => {
    const encoding = encodingOf(accepted);
    if (!encoding) return undefined;
    const key = `${encoding} ${etag}`;
    const encoded =
      compressed.get(key) ?? compressed.forceFetch(key, { context: { encoding, body } });
    return after(encoded, (body) => ({ encoding, body }));
  };
}

/** What the browser takes and we have; a `q=0` is a no. */
function encodingOf(accepted: string): Encoding | undefined {
  const taken = accepted.split(',').map((one) => one.trim().toLowerCase());
  const takes = (name: string) =>
    taken.some(
      (one) => one === name || (one.startsWith(`${name};`) && !/;\s*q=0(\.0*)?$/.test(one)),
    );
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : undefined;
}

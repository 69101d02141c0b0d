import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Encoders } from './encoding.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Up to so many bytes the best quality costs tenths of a second, once; beyond it seconds. */
const BEST_QUALITY_UP_TO = 200_000;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify<Bytes, Buffer>(gzip);

/** Node's own compression. */
export const nodeEncoders: Required<Encoders> = {
  async br(body) {
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: body.byteLength > BEST_QUALITY_UP_TO ? 6 : 11,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
    };
    return new Uint8Array(await compressBrotli(body, { params }));
  },
  gzip: async (body) => new Uint8Array(await compressGzip(body)),
};

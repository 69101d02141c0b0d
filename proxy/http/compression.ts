import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Effort, Encoders } from './encoding.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Quality 11 takes more than twenty times as long as 5 for a body that is a tenth smaller; 9 takes
 * twice as long for a fortieth.
 */
const brotliQuality: Readonly<Record<Effort, number>> = { quick: 5, good: 9, best: 11 };
const gzipLevel: Readonly<Record<Effort, number>> = { quick: 6, good: 9, best: 9 };

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify<Bytes, { level: number }, Buffer>(gzip);

export const nodeEncoders: Required<Encoders> = {
  async br(body, effort) {
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: brotliQuality[effort],
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
    };
    return new Uint8Array(await compressBrotli(body, { params }));
  },
  gzip: async (body, effort) =>
    new Uint8Array(await compressGzip(body, { level: gzipLevel[effort] })),
};

import { readFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';

export interface Bytes {
  raw: number;
  brotli: number;
}

/** A file's size as it is and as it travels (brotli, quality 11). */
export function bytesOf(path: string): Bytes {
  const content = readFileSync(path);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
  return { raw: content.length, brotli: brotliCompressSync(content, { params }).length };
}

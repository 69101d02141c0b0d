import { createRequire } from 'node:module';
import { build } from 'vite';
import { brotliCompressSync } from 'node:zlib';
import { scriptTarget } from '../../.config/vite/oldest-browsers.ts';
import { bytesOf } from '../support/bytes.ts';

const kilo = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

/** Prints the script's size beside that of Lit alone, built the same way. */
export async function bench(): Promise<void> {
  const script = bytesOf('dist/booking-widget.js');
  const entry = createRequire(import.meta.url).resolve('lit');
  const [lit] = [
    await build({
      configFile: false,
      logLevel: 'silent',
      build: {
        write: false,
        target: scriptTarget,
        lib: { entry, formats: ['iife'], name: 'lit', fileName: 'lit' },
      },
    }),
  ].flat();
  if (!lit || !('output' in lit)) throw new Error('Lit was not built.');
  const alone = brotliCompressSync(lit.output[0].code).length;
  console.log('Script');
  console.log(`  booking-widget.js       ${kilo(script.brotli)} brotli, ${kilo(script.raw)} raw`);
  console.log(`  Lit alone               ${kilo(alone)} brotli`);
  console.log(`  ratio                   ${(script.brotli / alone).toFixed(1)}`);
}

import { createRequire } from 'node:module';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'vite';
import { scriptTarget } from '../../.config/vite/oldest-browsers.ts';
import { nodeEncoders } from '../../proxy/http/compression.ts';
import { readAssets } from '../../proxy/operations/assets.ts';
import { prepareAssets } from '../../proxy/routes/widget.ts';
import { bytesOf } from '../support/bytes.ts';
import { createWorld, PROXY, SHOP } from '../support/world.ts';

const kilo = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

/** The script as it is served, with the first list of the demo's catalog, and what that costs. */
async function loadServed(): Promise<{ bytes: number; milliseconds: number }> {
  const { assets } = await prepareAssets(readAssets('dist'), PROXY);
  const { respond } = createWorld({ assets, encoders: nodeEncoders });
  const get = (path: string) =>
    respond(new Request(PROXY + path, { headers: { Origin: SHOP, 'Accept-Encoding': 'br' } }));
  await get('/site');
  const startedAt = performance.now();
  const response = await get('/booking-widget.js');
  const { byteLength } = await response.arrayBuffer();
  return { bytes: byteLength, milliseconds: performance.now() - startedAt };
}

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
  const served = await loadServed();
  console.log('Script');
  console.log(`  booking-widget.js       ${kilo(script.brotli)} brotli, ${kilo(script.raw)} raw`);
  console.log(
    `  with the first list     ${kilo(served.bytes)}, written and compressed in ${served.milliseconds.toFixed(0)} ms`,
  );
  console.log(`  Lit alone               ${kilo(alone)} brotli`);
  console.log(`  ratio                   ${(script.brotli / alone).toFixed(1)}`);
}

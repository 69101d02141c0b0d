import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { secondScriptIn } from '../../src/contract/paths.ts';

/** Stands in for the proxy's address; nothing is sent to it. */
const PROXY = 'https://book.example.com';
const SCRIPT = 'booking-widget.js';

/**
 * Builds the demo for a web space without a server. The built widget lies beside the pages, which
 * load it as soon as the proxy and the sandbox run inside them.
 */
export function withoutServer(): Plugin {
  return {
    name: 'without-server',
    transformIndexHtml: {
      order: 'post',
      handler: (html) =>
        html
          .replace(/<script[^>]*__BOOKING_PROXY__[^>]*><\/script>/, '')
          .replace(/(?<=script-src [^;]*) __BOOKING_PROXY__/, '')
          .replace(/(?<=connect-src )__BOOKING_PROXY__/, "'none'")
          .replaceAll('__BOOKING_PROXY__', PROXY),
    },
    generateBundle() {
      const first = readFileSync(`dist/${SCRIPT}`, 'utf8');
      const name = secondScriptIn(first) ?? '';
      const second = readFileSync(`dist/${name}`, 'utf8');
      this.emitFile({ type: 'asset', fileName: SCRIPT, source: first });
      this.emitFile({ type: 'asset', fileName: name, source: second });
    },
  };
}

import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** Where a proxy would be; nothing is sent there. */
const PROXY = 'https://book.example.com';
const SCRIPT = 'booking-widget.js';

/**
 * The demo for a web space without a server: the built widget lies beside the pages, which load it
 * once they have the proxy and the sandbox.
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
      this.emitFile({
        type: 'asset',
        fileName: SCRIPT,
        source: readFileSync(`dist/${SCRIPT}`, 'utf8'),
      });
    },
  };
}

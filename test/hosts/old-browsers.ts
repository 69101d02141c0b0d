import { oldBrowsers, withoutSheets } from '../support/old-browsers.ts';
import { type Host, TRIGGER } from './host.ts';

const popovers = oldBrowsers.filter(({ name }) => name === 'popovers');

/** The oldest browsers that src/README.md promises, by what each of them lacks. */
export const browsers: readonly Host[] = [
  ...oldBrowsers.map(({ name, script }) => ({
    name: `a browser without ${name}`,
    head: `<script>${script}</script>`,
  })),
  ...popovers.map(({ script }) => ({
    name: 'a button that floats, in a browser without popovers',
    head: `<script>${script}</script>`,
    tag: `<booking-button lang="en" floating><a href="https://vendor.example">${TRIGGER}</a></booking-button>`,
    opensFrom: 'button' as const,
  })),
  {
    name: 'a list of hosts, in a browser without constructable style sheets',
    head: `<script nonce="abc">${withoutSheets.script}</script>`,
    script: '<script nonce="abc" async src="SCRIPT"></script>',
    headers: {
      'Content-Security-Policy':
        "default-src 'none'; script-src 'nonce-abc'; connect-src PROXY; img-src *; style-src 'self'",
    },
    warns: /is shown without styles: .* style-src \(CSP\)/,
  },
];

import { type Host, TAG } from './host.ts';

const under = (name: string, policy: string, more: Partial<Host> = {}): Host => ({
  name,
  headers: { 'Content-Security-Policy': policy },
  ...more,
});

/** `PROXY` stands for the proxy's origin. src/README.md has these lines. */
export const policies: readonly Host[] = [
  under(
    'a list of hosts',
    "default-src 'none'; script-src PROXY; connect-src PROXY; img-src *; style-src 'self'",
  ),
  under('a nonce', "default-src 'none'; script-src 'nonce-abc'; connect-src PROXY; img-src *", {
    script: '<script nonce="abc" async src="SCRIPT"></script>',
  }),
  under(
    'strict-dynamic',
    "default-src 'none'; script-src 'nonce-abc' 'strict-dynamic'; connect-src PROXY; img-src *",
    {
      script:
        '<script nonce="abc">document.head.append(Object.assign(document.createElement("script"), { src: "SCRIPT" }));</script>',
    },
  ),
  under('Trusted Types', "require-trusted-types-for 'script'; trusted-types lit-html"),
  under(
    'Trusted Types that refuse Lit’s',
    "require-trusted-types-for 'script'; trusted-types none-of-these",
    {
      says: /<booking-widget> cannot start on this page: .*lit-html/,
    },
  ),
  under('no requests', "connect-src 'none'", {
    says: /<booking-widget> cannot reach its proxy .* from this page/,
  }),
  under('no scripts of others', "script-src 'self'", { says: /script-src/ }),
  {
    name: 'no frames around it, and only TLS',
    headers: {
      'Content-Security-Policy': "frame-ancestors 'none'",
      'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
    },
  },
  under('a frame without forms', 'frame-ancestors *', {
    sandbox: 'allow-scripts allow-same-origin',
  }),
  under('a frame without an origin', 'frame-ancestors *', {
    sandbox: 'allow-scripts',
    says: /is in a frame without an origin, .* add allow-same-origin to its sandbox/,
  }),
  {
    name: 'another server at the proxy’s address',
    tag: TAG.replace('lang=', 'proxy="." lang='),
    script: '<script async src="SCRIPT" data-proxies="."></script>',
    says: /gets from http.* what no booking proxy says/,
  },
  {
    name: 'XHTML',
    contentType: 'application/xhtml+xml',
    says: /cannot start on this page: it is XHTML/,
  },
  {
    name: 'another script’s booking-cart',
    head: '<script>customElements.define("booking-cart", class extends HTMLElement {});</script>',
    says: /cannot start on this page: another script has defined booking-cart/,
  },
];

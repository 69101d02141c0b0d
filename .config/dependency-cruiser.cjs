const floors = require('./floors.cjs');

/**
 * Who may import whom (.github/CONTRIBUTING.md, The house). A folder may import itself and what is named here,
 * nothing else.
 */
const allowed = {
  'src/contract': ['zod'],
  'src/domain': ['src/contract', 'date-fns'],
  'src/client': ['src/domain', 'src/contract'],
  // Only schemas import zod (the linter's rule), and the build compiles those to plain functions.
  'src/state': ['src/client', 'src/domain', 'src/contract', 'lit', '@lit', 'zod'],
  'src/page': ['src/domain', 'src/contract', 'src/events', 'src/styles', 'lit', '@lit'],
  'src/messages': ['src/domain', 'src/contract'],
  'src/styles': ['lit', '@lit'],
  'src/elements': [
    'src/domain',
    'src/contract',
    'src/events',
    'src/messages',
    'src/page',
    'src/styles',
    'lit',
    '@lit',
  ],
  'src/visit': [
    'src/elements',
    'src/state',
    'src/client',
    'src/domain',
    'src/contract',
    'src/events',
    'src/messages',
    'src/page',
    'src/styles',
    'lit',
    '@lit',
    'uqr',
    'zod',
  ],
  'src/shell': [
    'src/visit',
    'src/elements',
    'src/state',
    'src/client',
    'src/domain',
    'src/contract',
    'src/events',
    'src/messages',
    'src/page',
    'src/styles',
    'lit',
    '@lit',
  ],
  'src/dialog': [
    'src/shell',
    'src/elements',
    'src/domain',
    'src/events',
    'src/page',
    'src/styles',
    'lit',
    '@lit',
  ],
  'src/frameworks': [
    'src/dialog',
    'src/shell',
    'src/events',
    'src/page',
    'src/tags',
    '@lit/react',
    'react',
  ],
  proxy: [
    'src/contract',
    'zod',
    'hono',
    '@hono',
    'htmlparser2',
    'domhandler',
    'libsql',
    'pg',
    'lru-cache',
    'minisearch',
    'ipaddr.js',
    'jose',
    'prom-client',
    'stripe',
  ],
  // A judge of its own: what it demands is in the specification, and not in our schemas.
  'demo/conformance': ['src/contract/milliseconds', 'proxy/platform/operations'],
  'demo/sandbox': ['hono', '@hono', '@date-fns', 'date-fns', 'zod'],
};

/**
 * The same for the proxy's folders. `operations` may import all of them, and all may import the
 * contract.
 */
const rooms = {
  http: [],
  cache: ['proxy/http'],
  guards: ['proxy/http', 'proxy/store'],
  store: [],
  platform: ['proxy/http', 'proxy/store'],
  catalog: ['proxy/platform', 'proxy/cache', 'proxy/http', 'proxy/store'],
  journal: ['proxy/platform', 'proxy/http', 'proxy/store'],
  orders: [
    'proxy/payments',
    'proxy/journal',
    'proxy/catalog',
    'proxy/platform',
    'proxy/cache',
    'proxy/http',
    'proxy/store',
  ],
  payments: ['proxy/journal', 'proxy/http', 'proxy/store'],
  notifications: ['proxy/orders', 'proxy/journal', 'proxy/platform', 'proxy/http'],
  routes: [
    'proxy/notifications',
    'proxy/orders',
    'proxy/catalog',
    'proxy/guards',
    'proxy/cache',
    'proxy/http',
    'proxy/store',
  ],
};

/** Files beside the rooms that a room may know: those on lower floors. */
function filesBelow(room) {
  const floor = floors.proxy.findIndex((path) => new RegExp(path).test(`proxy/${room}/`));
  return floors.proxy.slice(0, floor).filter((path) => path.endsWith('.ts'));
}

const folder = (path) => `^${path}(/|\\.)`;
const library = (name) => `(^|/)node_modules/${name}/`;
const anyOf = (names) =>
  names.map((name) => (/^(src|proxy|demo)/.test(name) ? folder(name) : library(name)));

/** The files of the proxy that know Node, and what only they may import. */
const onNode = [
  '^proxy/server\\.ts$',
  '^proxy/http/(listener|compression)\\.ts$',
  '^proxy/store/[^/]+\\.ts$',
  '^proxy/operations/',
  // Its package is loaded only where a site is paid with it, and never in a browser.
  '^proxy/payments/stripe(-account|-balance|-errors|-intents|-saved)?\\.ts$',
];
const nodeOnly = [
  // Only Node's own modules have names without a dot.
  '^(node:)?[a-z_/]+$',
  ...['libsql', 'pg', '@hono/node-server', 'prom-client', 'pino', 'stripe'].map(library),
];

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    ...Object.entries(allowed).map(([path, targets]) => ({
      name: `${path}-imports`,
      severity: 'error',
      from: { path: folder(path) },
      to: { pathNot: [folder(path), ...anyOf(targets), '^node:', '^[a-z_/]+$'] },
    })),
    {
      name: 'inner-elements-never-fetch',
      severity: 'error',
      from: {
        path: [
          '^src/elements/',
          '^src/visit/(cart|checkout|confirmation|order-summary|withdrawal)\\.ts$',
          '^src/visit/(form|parts)/',
        ],
      },
      to: { path: ['^src/client/', '^src/state/'] },
    },
    {
      // So that the visit can be loaded later, when the customer has chosen and goes on. `embed.ts`
      // starts that for pages without a widget.
      name: 'only-the-shell-opens-the-visit',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: ['^src/visit/', '^src/shell/', '^src/(embed|tags|index)\\.ts$'],
      },
      to: { path: '^src/visit/' },
    },
    {
      name: 'only-platform-knows-the-wire',
      severity: 'error',
      from: { path: '^proxy/', pathNot: '^proxy/platform/' },
      to: {
        path: [
          '^proxy/platform/(api|client|connect|tokens|token-request|token-store)\\.ts$',
          '^proxy/platform/(resources/|wire)',
        ],
      },
    },
    {
      // It is a package of its own, for any place where there is `fetch`.
      name: 'the-client-runs-anywhere',
      severity: 'error',
      from: { path: '^proxy/platform/index\\.ts$' },
      to: {
        path: [...nodeOnly, ...['hono', 'htmlparser2', 'lru-cache', 'date-fns'].map(library)],
        reachable: true,
      },
    },
    ...Object.entries(rooms).map(([room, others]) => ({
      name: `proxy/${room}-imports`,
      severity: 'error',
      from: { path: folder(`proxy/${room}`) },
      to: {
        path: '^(proxy|src)/',
        pathNot: [`proxy/${room}`, ...others, 'src/contract'].map(folder).concat(filesBelow(room)),
      },
    })),
    ...Object.values(floors).flatMap((paths) =>
      paths.slice(0, -1).map((floor, index) => ({
        name: 'no-import-to-a-higher-floor',
        severity: 'error',
        from: { path: floor },
        to: { path: paths.slice(index + 1) },
      })),
    ),
    {
      name: 'every-file-of-the-proxy-has-a-floor',
      severity: 'error',
      from: { path: '^proxy/' },
      to: { path: '^proxy/', pathNot: floors.proxy },
    },
    {
      // Whatever grows with visitors' requests belongs in a bounded map, which limits its total
      // bytes.
      name: 'only-bounded-maps-evict',
      severity: 'error',
      from: { path: '^proxy/', pathNot: '^proxy/bounded-map\\.ts$' },
      to: { path: library('lru-cache') },
    },
    {
      name: 'only-edges-know-node',
      severity: 'error',
      from: { path: '^proxy/', pathNot: onNode },
      to: { path: nodeOnly },
    },
    {
      // The app needs no more than Request and Response, and neither does anything that it imports.
      name: 'app-runs-in-a-browser',
      severity: 'error',
      from: { path: '^proxy/app\\.ts$' },
      to: { path: nodeOnly, reachable: true },
    },
    {
      // The widget uses these rules too, and it loads no schema library.
      name: 'shared-rules-without-schemas',
      severity: 'error',
      from: { path: '^src/contract/', pathNot: '\\.schema\\.ts$' },
      to: { path: [library('zod'), '\\.schema\\.ts$'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'the-sandbox-is-nobodys-import',
      severity: 'error',
      from: { path: '^(proxy|src)/' },
      to: { path: '^(demo|test)/' },
    },
    {
      name: 'messages-see-nothing-above',
      severity: 'error',
      from: { path: '^src/(messages|styles|events)' },
      to: { path: '^src/(elements|state|client)' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
    },
  },
};

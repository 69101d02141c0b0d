/**
 * Who may import whom (README, Architecture). A folder may import itself and what is named here,
 * nothing else.
 */
const allowed = {
  'src/contract': ['zod'],
  'src/domain': ['src/contract', 'date-fns'],
  'src/client': ['src/domain', 'src/contract'],
  'src/state': ['src/client', 'src/domain', 'src/contract', 'lit', '@lit'],
  'src/messages': ['src/domain', 'src/contract'],
  'src/styles': ['lit', '@lit'],
  'src/elements': [
    'src/domain',
    'src/contract',
    'src/events',
    'src/messages',
    'src/styles',
    'lit',
    '@lit',
  ],
  proxy: [
    'src/contract',
    'zod',
    'hono',
    '@hono',
    'htmlparser2',
    'domhandler',
    'libsql',
    'lru-cache',
    'minisearch',
    'cockatiel',
    'ipaddr.js',
    'jose',
    'prom-client',
  ],
  'demo/sandbox': ['hono', '@hono', '@date-fns', 'date-fns', 'zod'],
};

const folder = (path) => `^${path}(/|\\.)`;
const library = (name) => `^node_modules/${name}/`;
const anyOf = (names) =>
  names.map((name) => (/^(src|proxy|demo)/.test(name) ? folder(name) : library(name)));

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    ...Object.entries(allowed).map(([path, targets]) => ({
      name: `${path}-imports`,
      severity: 'error',
      // The composition root alone sees client and state.
      from: { path: folder(path), pathNot: '^src/elements/booking-widget\\.ts$' },
      to: { pathNot: [folder(path), ...anyOf(targets), '^node:', '^[a-z_/]+$'] },
    })),
    {
      name: 'only-the-root-element-fetches',
      severity: 'error',
      from: { path: '^src/elements/', pathNot: '^src/elements/booking-widget\\.ts$' },
      to: { path: ['^src/client/', '^src/state/'] },
    },
    {
      name: 'only-platform-knows-the-wire',
      severity: 'error',
      from: { path: '^proxy/', pathNot: '^proxy/platform/' },
      to: { path: '^proxy/platform/(wire|wire-values|tokens|client)\\.ts$' },
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

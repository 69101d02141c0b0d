/**
 * The floors of widget and proxy, from the ground up: a file may import what is on its own floor and
 * below, never what is above. `npm run check:imports` holds it, and `npm run figures:shape` counts it.
 */
module.exports = {
  src: [
    '^src/contract/',
    '^src/domain/',
    '^src/(client|messages|styles)/|^src/events\\.ts$',
    '^src/(state|page)/',
    // The list and the event, and templates that the visit uses too.
    '^src/elements/',
    '^src/visit/',
    '^src/shell/',
    '^src/dialog/|^src/(tags|index)\\.ts$',
    '^src/(embed|check|frameworks)/|^src/embed\\.ts$',
  ],
  proxy: [
    // The ground: types and values that every room needs.
    '(alarm-reasons|background|bounded-map|clock|config-error|given-files|ids|log|loopback|misspelt|order-check|payments/(demand|provider|wrong-promise)|ports|secret-strength|secrets|sites|stripe-keys|time-limits|time-zones|token-failure)\\.ts',
    'http/',
    '(cache|store)/',
    '(config|context)\\.ts',
    '(guards|platform)/',
    'catalog/',
    'journal/',
    'payments/(?!(demand|provider|wrong-promise)\\.)',
    'orders/',
    'site-registry\\.ts',
    'notifications/',
    'routes/',
    'app\\.ts',
    'operations/',
    'server\\.ts',
  ].map((path) => `^proxy/${path}`),
};

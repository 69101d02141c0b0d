import assert from 'node:assert/strict';
import { test } from 'vitest';
import { readConfig } from '../../proxy/config.ts';
import { ConfigError } from '../../proxy/config-error.ts';
import { variables } from '../support/world.ts';

test('parses a complete configuration', () => {
  const config = readConfig({ ...variables, PLATFORM_URL: 'https://platform.example/' });

  assert.equal(config.PLATFORM_URL, 'https://platform.example');
  const [site] = config.sites;
  assert.deepEqual([...(site?.origins ?? [])], ['https://shop.example', 'https://other.example']);
});

test('optional variables have defaults', () => {
  const { STORE_URL: _, SELFSERVICE_URL: __, ...needed } = variables;
  const config = readConfig(needed);

  assert.equal(config.STORE_URL, 'file:./data/proxy.db');
  assert.equal(config.PORT, 8787);
  assert.equal(config.HOST, undefined);
  assert.equal(config.SELFSERVICE_URL, undefined);
  assert.deepEqual([config.ORDER_SETTLE_SECONDS, config.PLATFORM_TIMEOUT_SECONDS], [900, 10]);
  assert.equal(config.sites[0]?.locale, 'en');
  assert.equal(config.sites[0]?.time_zone, undefined);
  assert.equal(
    readConfig({ ...needed, TIME_ZONE: 'Asia/Tokyo' }).sites[0]?.time_zone,
    'Asia/Tokyo',
  );
  assert.deepEqual([config.ADMIN_PORT, config.ADMIN_HOST], [undefined, '127.0.0.1']);
  assert.equal(config.TRUSTED_HOPS, 0);
  const { READS_PER_MINUTE, QUOTES_PER_MINUTE, ORDERS_PER_MINUTE, PLATFORM_BUDGET } = config;
  assert.deepEqual([READS_PER_MINUTE, QUOTES_PER_MINUTE, ORDERS_PER_MINUTE], [1200, 60, 20]);
  assert.equal(PLATFORM_BUDGET, 500_000);
});

const needed = [
  'PLATFORM_URL',
  'PLATFORM_CLIENT_ID',
  'PLATFORM_CLIENT_SECRET',
  'PUBLIC_URL',
  'ALLOWED_ORIGINS',
  'PROXY_SECRET',
];
for (const name of needed) {
  for (const value of [undefined, '']) {
    test(`says that ${name} is missing when it is ${value === '' ? 'empty' : 'not set'}`, () => {
      assertRefused({ ...variables, [name]: value }, new RegExp(`^${name} is missing: set it to `));
    });
  }
}

const invalidValues: [name: string, ...values: string[]][] = [
  [
    'PLATFORM_URL',
    'platform.example',
    'ftp://platform.example',
    'https://a:b@platform.example',
    'https://:b@platform.example',
    'https://user:/secret@platform.example',
  ],
  [
    'PUBLIC_URL',
    'book',
    'https://book.example/?a=1',
    'https://book.example/#a',
    'javascript:alert(1)',
  ],
  [
    'ALLOWED_ORIGINS',
    '*',
    'null',
    'shop.example',
    'https://shop.example/',
    'https://shop.example/page',
    'HTTPS://SHOP.EXAMPLE',
    'https://shop.example:443',
    'https://shop.example,',
    'https://shop.example https://other.example',
  ],
  [
    'STORE_URL',
    ...['redis://localhost', 'file:', './data/proxy.db'],
    ...['postgres://u:/p@h/db', 'postgres://u:5432/p@h/db', 'postgres://u:p@p@h/db'],
    ...['postgres://u:p?p@h/db', 'postgres://u:p#p@h/db', 'postgres://u:50%@h/db'],
    ...['postgres://u:%ff@h/db', 'postgres:u:p@h/db', 'postgres:///u:p@h/db'],
    ...['postgres://h/db?user=u&password=p', 'postgres://u:p@h:port/db', 'postgres://u:p p@h/db'],
  ],
  ['PORT', '-1', '65536', '80.5', 'http'],
  ['ADMIN_PORT', '-1', '65536', 'admin'],
  ['TRUSTED_HOPS', '-1', '11', '1.5', 'all'],
  ['READS_PER_MINUTE', '0', '-5', 'many'],
  ['QUOTES_PER_MINUTE', '0', '1e3'],
  ['ORDERS_PER_MINUTE', '0', '1000000000'],
  ['RENDER_MS_PER_MINUTE', '0', '1000000000'],
  ['CALLS_PER_CLIENT', '0', '1000000000'],
  ['PLACES_PER_CLIENT', '0', 'many'],
  ['PLACES_PER_DATE', '0', 'many'],
  ['PLACES_PER_SITE', 'none', '1.5'],
  ['DATES_PER_MONTH', '0', '1000001'],
  ['PLATFORM_BUDGET', '999', 'unlimited'],
  ['SELFSERVICE_URL', 'my.example'],
  ['ORDER_SETTLE_SECONDS', '0', '1e3', '86401', 'fifteen minutes'],
  ['PLATFORM_TIMEOUT_SECONDS', '0', '61', '2.5'],
  ['LOCALE', 'DE', 'deu', 'de-AT'],
  ['TIME_ZONE', 'Berlin', 'Europe/Nowhere', '+01:00'],
];
for (const [name, ...values] of invalidValues) {
  for (const value of values) {
    test(`refuses ${value} as ${name}`, () => {
      assertRefused({ ...variables, [name]: value }, new RegExp(`^${name} is wrong: set it to `));
    });
  }
}

const goodSecret = 'k3Zt0qVw8mYf5bHs1nRj7cXa4dLp9eGu';
const weakSecrets: [what: string, secret: string][] = [
  ['too short', goodSecret.slice(1)],
  ['one character repeated', 'x'.repeat(64)],
  ['blanks', ' \t'.repeat(32)],
  ['short, with blanks around it', `${' '.repeat(20)}${goodSecret.slice(20)}${' '.repeat(20)}`],
  ['digits alone', '31415926535897932384626433832795'],
  ['of few different characters', 'abcdefg'.repeat(8)],
];
for (const name of ['PROXY_SECRET', 'PROXY_SECRET_BEFORE', 'NOTIFICATION_CLIENT_SECRET']) {
  for (const [what, secret] of weakSecrets) {
    test(`refuses a ${name} that is ${what}, and says how to make a better one`, () => {
      const variablesWith = (secret: string) => ({
        ...variables,
        NOTIFICATION_CLIENT_ID: 'platform',
        NOTIFICATION_CLIENT_SECRET: goodSecret,
        [name]: secret,
      });
      assertRefused(
        variablesWith(secret),
        new RegExp(`^${name} is wrong: set it to .*32.* random`),
      );
      assert.doesNotThrow(() => readConfig(variablesWith(goodSecret)));
    });
  }
}

test('takes the secrets that the usual commands make', () => {
  const made = [
    'H6yFZ8nq0cQ1mVwK4sTz2uLx9bRd7eGjP3oYaNiWkBM=',
    '9f1c63ad07b8e2545ad0c9137e6fb482',
    '5b0e2c1d-9f47-4a86-b3d2-7c61e80fa934',
  ];
  for (const PROXY_SECRET of made) {
    assert.equal(readConfig({ ...variables, PROXY_SECRET }).PROXY_SECRET, PROXY_SECRET);
  }
});

test('takes addresses of databases in every form that has one meaning', () => {
  for (const STORE_URL of [
    'postgres://user:p%40ss%2F%3F%23%25:word!@db.example:5432/booking?sslmode=verify-full',
    'postgresql://user@[::1]/booking',
    'postgres://%2Frun%2Fpostgresql/booking',
    'postgres://10.0.0.1',
  ]) {
    assert.equal(readConfig({ ...variables, STORE_URL }).STORE_URL, STORE_URL);
  }
});

test('says how browsers write an origin whose name has an umlaut', () => {
  assertRefused({ ...variables, ALLOWED_ORIGINS: 'https://bücher.example' }, /xn--/);
  const written = { ...variables, ALLOWED_ORIGINS: 'https://xn--bcher-kva.example' };
  assert.deepEqual([...(readConfig(written).sites[0]?.origins ?? [])], [written.ALLOWED_ORIGINS]);
});

test('refuses a settle time in which an order may still be sent, and says how long that is', () => {
  const tooShort = { ...variables, ORDER_SETTLE_SECONDS: '29' };
  assertRefused(tooShort, /^ORDER_SETTLE_SECONDS is wrong: set it to 30 or more, /);
  const ofSites = { ...tooShort, SITES_FILE: 'sites.json', ALLOWED_ORIGINS: undefined };
  const { PLATFORM_CLIENT_ID: _, PLATFORM_CLIENT_SECRET: __, ...several } = ofSites;
  assertRefused(several, /^ORDER_SETTLE_SECONDS is wrong: set it to 30 or more, /);

  const shortened = { PLATFORM_TIMEOUT_SECONDS: '1', ORDER_SETTLE_SECONDS: '3' };
  assert.equal(readConfig({ ...variables, ...shortened }).ORDER_SETTLE_SECONDS, 3);
  assertRefused({ ...variables, ...shortened, ORDER_SETTLE_SECONDS: '2' }, /set it to 3 or more/);
});

test('takes both credentials of the receiver or none, and names the one that is missing', () => {
  const both = { NOTIFICATION_CLIENT_ID: 'platform', NOTIFICATION_CLIENT_SECRET: goodSecret };
  const { NOTIFICATION_CLIENT_ID: id, NOTIFICATION_CLIENT_SECRET: secret } = both;
  assert.equal(readConfig({ ...variables, ...both }).NOTIFICATION_CLIENT_ID, 'platform');
  assert.equal(readConfig(variables).NOTIFICATION_CLIENT_ID, undefined);

  const onlyId = { ...variables, NOTIFICATION_CLIENT_ID: id };
  assertRefused(
    onlyId,
    /^NOTIFICATION_CLIENT_SECRET is missing: .* leave out NOTIFICATION_CLIENT_ID$/,
  );
  const onlySecret = { ...variables, NOTIFICATION_CLIENT_SECRET: secret };
  assertRefused(
    onlySecret,
    /^NOTIFICATION_CLIENT_ID is missing: .* leave out NOTIFICATION_CLIENT_SECRET$/,
  );
});

test('ignores line breaks at the end of values, as files of variables and secrets have them', () => {
  const { PROXY_SECRET: _, ...others } = variables;
  const ended = Object.entries({ ...others, PORT: '8080', LOCALE: 'de' }).flatMap(
    ([name, value]) => [
      [name, `${value}\r`],
      [name, `${value}\r\n`],
    ],
  );
  for (const [name = '', value] of ended) {
    const config = readConfig({ ...variables, PORT: '8080', LOCALE: 'de', [name]: value });
    assert.deepEqual(config, readConfig({ ...variables, PORT: '8080', LOCALE: 'de' }), name);
  }
  assert.throws(() => readConfig({ ...variables, PLATFORM_CLIENT_ID: '\n' }), /is missing/);
});

test('addresses may end with an empty query or fragment', () => {
  const { PLATFORM_URL } = readConfig({ ...variables, PLATFORM_URL: 'https://a.example/b/?#' });

  assert.equal(PLATFORM_URL, 'https://a.example/b');
});

test('an error never repeats a value, which may be a secret', () => {
  assert.throws(
    () => readConfig({ ...variables, PROXY_SECRET: 'a-short-canary' }),
    (error: unknown) => error instanceof ConfigError && !error.message.includes('canary'),
  );
});

function assertRefused(variables: Record<string, string | undefined>, expected: RegExp): void {
  assert.throws(
    () => readConfig(variables),
    (error: unknown) => {
      assert.ok(error instanceof ConfigError);
      assert.match(error.message, expected);
      assert.doesNotMatch(error.message, /\n/);
      return true;
    },
  );
}

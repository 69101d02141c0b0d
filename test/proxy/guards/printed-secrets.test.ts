import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import fc from 'fast-check';
import { afterAll, test } from 'vitest';
import { variables } from '../../support/world.ts';
import { loadChanged } from '../changed-copy.ts';
import { assertNone, search } from './canaries.ts';
import { collectPrinted, startRepeatingServer } from './printed-secrets.ts';

// Nothing that is printed has a secret in it, whatever characters the secret has, and wherever a
// parser would look for another part of an address.

const server = await startRepeatingServer();
afterAll(server.close);
const database = `127.0.0.1:${server.port}/booking`;

const delimiters = ['/', '?', '#', '@', ':', '%', '&', '[', '\\', ' '];
const printable = Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index));
const plain = printable.filter((character) => !delimiters.includes(character));

/** A secret, and the parts of it that may be found nowhere, not even alone. */
interface Secret {
  readonly text: string;
  readonly words: readonly string[];
}
const word = fc.string({ unit: fc.constantFrom(...plain), minLength: 12, maxLength: 16 });
const secret: fc.Arbitrary<Secret> = fc
  .record({
    start: fc.constantFrom('', '5432/', '5432?', '//', ...delimiters),
    words: fc.array(word, { minLength: 1, maxLength: 3 }),
    between: fc.constantFrom('', ...delimiters),
  })
  .map(({ start, words, between }) => ({ text: start + words.join(between), words }));

const asItIs = (text: string) => text;
const encodings = [asItIs, encodeURI, encodeURIComponent];
const databases: ((password: string) => string)[] = [
  (password) => `postgres://booking:${password}@${database}`,
  (password) => `postgresql://booking:${password}@${database}?sslmode=disable`,
  (password) => `postgres://:${password}@${database}`,
  (password) => `postgres://${database}?user=booking&password=${password}`,
  // Where a parser that ends the host at the first / finds the server, and no password.
  (password) => `postgres://127.0.0.1:${server.port}/${password}@${database}`,
  (password) => `postgres:booking:${password}@${database}`,
  (password) => `postgres:///booking:${password}@${database}`,
];

test('the password of a database is printed by no program, whatever characters it has', async () => {
  const seen = { refused: 0, used: 0 };
  await fc.assert(
    fc.asyncProperty(
      secret,
      fc.constantFrom(...encodings),
      fc.constantFrom(...databases),
      async ({ text, words }, encode, addressOf) => {
        const printed = await collectPrinted({ STORE_URL: addressOf(encode(text)) }, text);
        assertNone(printed, words);
        if (printed[0]?.startsWith('STORE_URL is wrong')) seen.refused += 1;
        else seen.used += 1;
        // The driver has sent the password as it was meant.
        const isUsual = encode === encodeURIComponent && addressOf === databases[0];
        if (isUsual) assert.match(printed[0] ?? '', /repeats the password$/);
      },
    ),
    { numRuns: 200 },
  );
  assert.ok(seen.refused > 20 && seen.used > 20, JSON.stringify(seen));
});

test('a password in any other address, and a secret in any variable, is printed by no program', async () => {
  const credentials = ['PROXY_SECRET', 'PROXY_SECRET_BEFORE', 'PLATFORM_CLIENT_SECRET'];
  const variablesOf: ((secret: string) => Record<string, string>)[] = [
    ...['PLATFORM_URL', 'PUBLIC_URL', 'SELFSERVICE_URL', 'ALLOWED_ORIGINS'].map(
      (name) => (secret: string) => ({ [name]: `https://user:${secret}@host.example` }),
    ),
    ...credentials.map((name) => (secret: string) => ({ [name]: secret })),
    (secret) => ({ NOTIFICATION_CLIENT_ID: 'platform', NOTIFICATION_CLIENT_SECRET: secret }),
    (secret) => ({ SITES_FILE: `[{"client_secret_from":${JSON.stringify(secret)}}]`, ...noSite }),
  ];
  await fc.assert(
    fc.asyncProperty(
      secret,
      fc.constantFrom(...encodings),
      fc.constantFrom(...variablesOf),
      async ({ text, words }, encode, variablesWith) => {
        assertNone(await collectPrinted(variablesWith(encode(text)), text), words);
      },
    ),
    { numRuns: 200 },
  );
});

const noSite = { PLATFORM_CLIENT_ID: '', PLATFORM_CLIENT_SECRET: '', ALLOWED_ORIGINS: '' };
const SECRET = 'canaryOfTheDatabase';

for (const [guard, change, STORE_URL] of [
  [
    'an address is parsed strictly',
    {
      file: 'proxy/store/postgres-url.ts',
      line: '  const { groups } = POSTGRES_URL.exec(text) ?? {};',
      instead: `if (!/^postgres/.test(text) || !URL.canParse(text)) return undefined;
        const { hostname, pathname } = new URL(text);
        const groups = { host: hostname, database: pathname.slice(1) };`,
    },
    `postgres://127.0.0.1:${server.port}/${SECRET}@${database}`,
  ],
  [
    'a server is not quoted that repeats the password',
    {
      file: 'proxy/store/open.ts',
      line: "password !== '' && reason.includes(password)",
      instead: 'false',
    },
    `postgres://booking:${SECRET}@${database}`,
  ],
] as const) {
  test(`control: unless ${guard}, the password is printed`, async (t) => {
    const { collectPrinted: collect, close } = await loadChanged<{
      collectPrinted: typeof collectPrinted;
    }>(change, ['test/proxy/guards/printed-secrets.ts']);
    t.onTestFinished(close);

    assert.ok((await collect({ STORE_URL }, '')).some((line) => search(line, SECRET)));
    assertNone(await collectPrinted({ STORE_URL }, ''), [SECRET]);
  });
}

for (const program of ['proxy/server.ts', 'proxy/operations/doctor.ts']) {
  test(`${program} names STORE_URL in one line, and not its password`, async () => {
    const env = { ...variables, STORE_URL: `postgres://u:/${SECRET}@h/db` };
    const printed = await new Promise<string>((resolve) => {
      const options = { env: { ...env, PATH: process.env['PATH'] } };
      execFile('node', ['--import', 'tsx', program], options, (_, stdout, stderr) =>
        resolve(stdout + stderr),
      );
    });

    const [line = '', ...next] = printed.trimEnd().split('\n');
    assert.match(line, /^(fail {2})?STORE_URL is wrong: set it to .*%2F for a \/\)$/);
    assert.ok(next.every((step) => step.startsWith('Next: ')));
    assertNone([printed], [SECRET]);
  });
}

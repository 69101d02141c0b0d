import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import type { ListedEvent } from '#contract/event.schema';
import type { FirstResponses } from '#contract/first-responses';
import { MINUTE } from '#contract/milliseconds';
import type { Site } from '#contract/site.schema';
import { createResponseCache } from '../../../proxy/cache/response-cache.ts';
import { nodeEncoders } from '../../../proxy/http/compression.ts';
import { nextTurn } from '../../../proxy/http/turns.ts';
import { createKeptScripts } from '../../../proxy/routes/kept-scripts.ts';
import { prepareAssets, widgetRoutes } from '../../../proxy/routes/widget.ts';
import { createMemoryStore } from '../../../proxy/store/memory.ts';
import { createWorld, noSingleSite, PROXY, SHOP, variables } from '../../support/world.ts';

const SCRIPT = '/booking-widget.js';
const FIRST_PAGE = '/v3/events?limit=25';

/** A script that is nothing but the string with what the proxy has written into it. */
const built = { 'booking-widget.js': '"__BOOKING_FIRST_RESPONSES__"' };
const { assets, script } = await prepareAssets(built, PROXY);

type Options = Omit<Parameters<typeof createWorld>[0] & object, 'assets'>;

function openWorld(options: Options = {}) {
  const world = createWorld({ ...options, assets });
  const get = (path: string, headers: Record<string, string> = {}) =>
    world.read(new Request(PROXY + path, { headers }));

  async function written(path = SCRIPT): Promise<FirstResponses | undefined> {
    const json: string = JSON.parse((await get(path)).text);
    return json === '' ? undefined : JSON.parse(json);
  }

  async function answered<Body>(path: string): Promise<Body> {
    const { status, text } = await get(path, { Origin: SHOP });
    assert.equal(status, 200);
    return JSON.parse(text);
  }

  return { ...world, get, written, answered };
}

const twoSites: Options = {
  env: {
    ...noSingleSite,
    ID: variables.PLATFORM_CLIENT_ID,
    SECRET: variables.PLATFORM_CLIENT_SECRET,
    SITES_FILE: 'sites.json',
  },
  readText: () =>
    JSON.stringify(
      ['north', 'south'].map((key) => ({
        key,
        client_id_from: 'ID',
        client_secret_from: 'SECRET',
        origins: [SHOP],
        ...(key === 'south' && { locale: 'de', preferred_categories: [3] }),
      })),
    ),
};

test('the script has the responses to the first requests of a tag in it, and their time', async () => {
  const { clock, written, answered } = openWorld();
  await answered('/site');

  const responses = await written();

  assert.ok(responses);
  assert.deepEqual([responses.at, responses.site], [clock(), null]);
  assert.deepEqual(responses.settings, await answered<Site>('/site'));
  assert.deepEqual(responses.events, await answered<ListedEvent[]>(FIRST_PAGE));
  assert.ok(responses.events.length > 3);
});

test('the list in the script begins with the categories that the site prefers', async () => {
  const { answered, written } = openWorld(twoSites);
  const first = `${FIRST_PAGE}&site=`;
  const north = await answered<ListedEvent[]>(`${first}north`);
  const south = await answered<ListedEvent[]>(`${first}south`);
  const categoryOf = ({ categories }: ListedEvent) => categories[0]?.id;

  assert.deepEqual((await written(`${SCRIPT}?site=south`))?.events, south);
  assert.equal(categoryOf(south[0]!), 3);
  assert.notEqual(categoryOf(north[0]!), 3);
  assert.deepEqual(new Set(south.map(({ id }) => id)), new Set(north.map(({ id }) => id)));
});

test('no places are written into the script', async () => {
  const world = openWorld();
  await world.choose();

  const { text } = await world.get(SCRIPT);

  assert.doesNotMatch(text, /available_slots|no_starts|"starts/);
});

test('whatever the responses say, the script stays one string, in any quotes', async () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('"', "'", '`', '${', '\\', '</script>', '<!--', '\u2028\u2029', '\n', '$&'),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(anyText), fc.constantFrom('"', "'", '`'), async (texts, quote) => {
      const json = JSON.stringify({ texts });
      const [route] = widgetRoutes(
        { 'booking-widget.js': `${quote}__BOOKING_FIRST_RESPONSES__${quote}` },
        createResponseCache({}),
        () => Promise.resolve({ at: 0, json }),
        createKeptScripts(new Map(), createMemoryStore(), () => 0),
      );
      const request = {
        ifNoneMatch: undefined,
        acceptEncoding: undefined,
        site: undefined,
        path: SCRIPT,
      };
      const response = await route?.handle(request);
      const text = new TextDecoder().decode(response?.body as Uint8Array);

      assert.equal(new Function(`return ${text}`)(), json);
      assert.doesNotMatch(text.slice(1, -1), /["'`<\u2028\u2029]/);
    }),
  );
});

test('the ETag is of the code alone, so whoever has the script gets a 304', async () => {
  const world = openWorld();
  await world.answered('/site');
  const first = await world.get(SCRIPT);
  world.advance(10 * MINUTE);
  const later = await world.get(SCRIPT);
  const etag = first.headers.get('ETag') ?? '';

  assert.notEqual(first.text, later.text);
  assert.equal(later.headers.get('ETag'), etag);
  assert.match(etag, /^W\//);
  const { status, text } = await world.get(SCRIPT, { 'If-None-Match': etag });
  assert.deepEqual([status, text], [304, '']);
  const withoutResponses = openWorld({ env: { FIRST_LIST_IN_SCRIPT: 'no' } });
  assert.equal((await withoutResponses.get(SCRIPT)).headers.get('ETag'), etag);
});

test('under its hash the script carries no responses', async () => {
  assert.equal(await openWorld().written(`/${script?.name}`), undefined);
});

test('the script carries none where FIRST_LIST_IN_SCRIPT is no', async () => {
  const { written, calls } = openWorld({ env: { FIRST_LIST_IN_SCRIPT: 'no' } });

  assert.equal(await written(), undefined);
  assert.deepEqual(calls, []);
});

test('of several sites, the script carries the responses of the one that its address names', async () => {
  const { written, answered } = openWorld(twoSites);
  for (const key of ['north', 'south']) await answered(`/site?site=${key}`);

  assert.equal(await written(), undefined);
  assert.equal(await written(`${SCRIPT}?site=east`), undefined);
  const south = await written(`${SCRIPT}?site=south&ver=6.4`);
  assert.deepEqual([south?.site, south?.settings.locale], ['south', 'de']);
  assert.deepEqual(south?.events, await answered(`${FIRST_PAGE}&site=south`));
  assert.equal((await written(`${SCRIPT}?site=north`))?.settings.locale, 'en');
});

test('they are written at most once a minute, and compressed as often', async () => {
  let compressed = 0;
  const world = openWorld({
    encoders: {
      br(body, effort) {
        compressed += 1;
        return nodeEncoders.br(body, effort);
      },
    },
  });
  await world.answered('/site');
  const times = new Set<number | undefined>();
  async function load(): Promise<void> {
    await world.get(SCRIPT, { 'Accept-Encoding': 'br' });
    times.add((await world.written())?.at);
  }

  await Promise.all(Array.from({ length: 10 }, load));
  world.advance(MINUTE - 1);
  await load();
  assert.deepEqual([times.size, compressed], [1, 1]);
  world.advance(1);
  await load();
  assert.deepEqual([times.size, compressed], [2, 2]);
});

test('a script does not wait for a platform that does not answer', async () => {
  const { written } = openWorld({ between: () => () => new Promise<Response>(() => {}) });

  assert.equal(await written(), undefined);
});

test('a list that may be out of date is not written into the script', async () => {
  let isDown = false;
  const world = openWorld({
    between: (platform) => (request) =>
      isDown ? Promise.resolve(new Response('', { status: 500 })) : platform(request),
  });
  const isMarked = async () =>
    (await world.get('/site', { Origin: SHOP })).headers.has('Booking-Stale');
  await world.answered('/site');
  assert.ok(await world.written());

  isDown = true;
  world.advance(10 * MINUTE);
  while (!(await isMarked())) await nextTurn();

  assert.equal(await world.written(), undefined);
});

import assert from 'node:assert/strict';
import { test } from 'vitest';
import { createPlatform } from '../../../proxy/platform/platform.ts';
import type { Fetch } from '../../../proxy/ports.ts';
import { createWorld } from '../../support/world.ts';
import { wireDate } from './wire-items.ts';

const item = { vendor_id: 'v', name: 'n', total: '', available: 1, price: 1, currency: 'EUR' };
const products = (ids: readonly number[], name = 'n') => ids.map((id) => ({ ...item, id, name }));
const range = (length: number, from = 0) => Array.from({ length }, (_, index) => from + index);

/** What the platform's `Link` header names. */
type Links = 'pages' | 'a document' | 'nothing';

/**
 * A platform that responds with these pages of products, with or without links to the next page.
 */
function platformOver(page: (offset: number, limit: number) => object[], links: Links) {
  const { context, sandbox } = createWorld();
  const asked: string[] = [];
  const fetch: Fetch = async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname !== '/v3/products') return sandbox(request);
    const offset = Number(searchParams.get('offset') ?? 0);
    const limit = Number(searchParams.get('limit'));
    asked.push(`${offset}+${limit}`);
    const items = page(offset, limit);
    const isLast = page(offset + items.length, limit).length === 0;
    const relations = {
      pages: isLast ? 'first' : 'next',
      'a document': 'service-doc',
      nothing: '',
    };
    const rel = relations[links];
    return Response.json(
      items,
      rel ? { headers: { Link: `<https://x/?offset=1>; rel="${rel}"` } } : {},
    );
  };
  return {
    asked,
    ...createPlatform(context(fetch)),
  };
}

for (const [length, cut, links, calls] of [
  [0, 10_000, 'pages', 1],
  [7, 10_000, 'pages', 1],
  [7, 10_000, 'nothing', 2],
  [5_000, 10_000, 'pages', 1],
  [5_007, 10_000, 'pages', 2],
  [7_001, 10_000, 'nothing', 3],
  [12_001, 10_000, 'nothing', 4],
  [220, 50, 'pages', 5],
  [220, 50, 'nothing', 6],
  [220, 50, 'a document', 6],
] as const) {
  test(`reads all of ${length} items from a platform that sends ${cut} at most and links to ${links}`, async () => {
    const all = products(range(length));
    const { asked, ...platform } = platformOver(
      (offset, limit) => all.slice(offset, offset + Math.min(limit, cut)),
      links,
    );

    const found = await platform.products();

    assert.deepEqual(
      found.map(({ id }) => id),
      all.map(({ id }) => String(id)),
    );
    assert.equal(asked.length, calls, String(asked));
  });
}

test('pages of different lengths are read until one brings nothing new', async () => {
  const all = products(range(100));
  const { asked, ...platform } = platformOver((offset) => {
    return all.slice(offset, offset + 20 + (offset % 7));
  }, 'nothing');

  assert.equal((await platform.products()).length, 100);
  assert.equal(asked.at(-1)?.startsWith('99+'), true);
});

/** A platform whose list is another one of these at each call, and then stays the last. */
function platformThatChanges(cut: number, links: Links, ...lists: (readonly number[])[]) {
  let calls = 0;
  const { asked, ...platform } = platformOver((offset) => {
    // `platformOver` looks for the next page with a second call.
    const list = lists[Math.min(Math.floor(calls / 2), lists.length - 1)] ?? [];
    calls += 1;
    return products(list.slice(offset, offset + cut));
  }, links);
  return {
    asked,
    async ids() {
      return (await platform.products()).map(({ id }) => Number(id));
    },
  };
}

for (const links of ['pages', 'nothing'] as const) {
  test(`items that are added while a list is read hide no other, with links to ${links}`, async () => {
    const { ids } = platformThatChanges(5, links, range(12), [90, 91, ...range(12)]);

    assert.deepEqual(await ids(), range(12));
  });

  test(`items that are deleted while a list is read hide no other, with links to ${links}`, async () => {
    for (const deleted of [[0], [1, 3], [4], [0, 1, 2, 3, 4, 5]]) {
      const left = range(12).filter((id) => !deleted.includes(id));
      const { ids } = platformThatChanges(5, links, range(12), left);

      const found = new Set(await ids());
      assert.deepEqual(
        left.filter((id) => !found.has(id)),
        [],
        `without ${deleted}`,
      );
    }
  });
}

test('a platform whose list has another order on each page is not called without end', async () => {
  const reversed = range(12).reverse();
  const lists = Array.from({ length: 50 }, (_, page) => (page % 2 ? reversed : range(12)));
  const { asked, ids } = platformThatChanges(5, 'pages', ...lists);

  assert.ok((await ids()).length > 5);
  assert.ok(asked.length <= 9, String(asked));
});

test('a platform that lowers the length of its pages is still read to the end', async () => {
  const all = products(range(100));
  let cut = 30;
  const { asked, ...platform } = platformOver((offset) => {
    return all.slice(offset, offset + cut);
  }, 'nothing');
  await platform.products();
  cut = 20;

  assert.equal((await platform.products()).length, 100);
});

test('a platform that keeps sending the same page is not called again', async () => {
  for (const links of ['pages', 'nothing'] as const) {
    const { asked, ...platform } = platformOver(() => products([1, 2, 3]), links);

    assert.equal((await platform.products()).length, 3);
    assert.equal(asked.length, 2);
  }
});

for (const [relation, calls] of [
  ['next', 2],
  ['last next', 2],
  ['prev', 1],
  ['first last', 1],
] as const) {
  test(`a link that is ${relation} means ${calls} calls`, async () => {
    const { context, sandbox } = createWorld();
    let asked = 0;
    const platform = createPlatform(
      context(async (request) => {
        if (new URL(request.url).pathname !== '/v3/products') return sandbox(request);
        asked += 1;
        const rel = asked === 1 ? relation : 'first';
        return Response.json(products([asked, asked + 1]), {
          headers: { Link: `<https://x/?offset=1>; rel="${rel}"` },
        });
      }),
    );

    assert.equal((await platform.products()).length, calls + 1);
    assert.equal(asked, calls);
  });
}

test('items that cannot be read do not make a list endless', async () => {
  const { asked, ...platform } = platformOver(() => [{ name: 'no id' }], 'nothing');

  assert.deepEqual(await platform.products(), []);
  assert.equal(asked.length, 2);
});

test('an endless list is given up', async () => {
  const { asked, ...platform } = platformOver((offset) => products(range(5_000, offset)), 'pages');

  await assert.rejects(platform.products(), { name: 'TooManyItems' });
  assert.equal(asked.length, 100);
});

/** A platform without `Link` that has these dates, and sends at most `cut` per page. */
function platformWithDates(ids: readonly string[], cut: number) {
  const { context, sandbox } = createWorld();
  const asked: string[] = [];
  const fetch: Fetch = async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (!pathname.endsWith('/dates')) return sandbox(request);
    asked.push(pathname);
    const accepted = searchParams.get('accept')?.split(',') ?? ids;
    const offset = Number(searchParams.get('offset') ?? 0);
    const page = ids.filter((id) => accepted.includes(id)).slice(offset, offset + cut);
    return Response.json(page.map((id) => ({ ...wireDate, id })));
  };
  return { asked, ...createPlatform(context(fetch)) };
}

test('dates are read by id with one call if all of them arrive', async () => {
  const { asked, ...platform } = platformWithDates(['a', 'b', 'c'], 10_000);

  await platform.datesById(['a', 'b', 'c']);
  await platform.datesOfEventById('e1', ['a', 'c']);

  assert.deepEqual(asked, ['/v3/dates', '/v3/events/e1/dates']);
});

test('dates are read by id with further calls if the platform cuts its pages', async () => {
  const ids = range(30).map(String);
  const { asked, ...platform } = platformWithDates(ids, 7);

  assert.equal((await platform.datesById(ids.slice(0, 20))).length, 20);
  assert.equal(asked.length, 4);
});

test('changes list what is offered now, and what is gone or cannot be parsed any more', async () => {
  const { context, sandbox } = createWorld();
  let query = new URLSearchParams();
  const fetch: Fetch = async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname !== '/v3/events') return sandbox(request);
    const all = (await (await sandbox(request)).json()) as object[];
    query = searchParams;
    const items = [all[0], { ...all[1], active: '0' }, { ...all[2], duration: 'long' }];
    return Response.json(items, { headers: { Link: '<https://x/>; rel="first"' } });
  };
  const unchanged = createPlatform(context(sandbox));
  const events = await unchanged.events();
  const platform = createPlatform(context(fetch));

  const { changed, gone } = await platform.changedEvents('2000-01-01T00:00:00Z');

  assert.deepEqual(
    [changed.map(({ id }) => id), gone],
    [[events[0]?.id], [events[1]?.id, events[2]?.id]],
  );
  assert.equal(query.get('delta_since'), '2000-01-01T00:00:00Z');
  assert.equal(query.get('accept_vendors'), null);
});

test('a site asks for events and products of its own vendors alone', async () => {
  const { config, site, store, clock, sandbox } = createWorld();
  const asked = new Set<string>();
  const fetch: Fetch = async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname.startsWith('/v3')) asked.add(`${pathname} ${searchParams.get('accept_vendors')}`);
    return pathname.startsWith('/v3') ? Response.json([]) : sandbox(request);
  };
  const own = { ...site, vendors: ['v1', 'v2'] };
  const platform = createPlatform({
    config,
    site: own,
    fetch,
    store,
    clock,
    monotonic: clock,
    log: () => {},
  });

  await Promise.all([
    platform.events(),
    platform.eventsById(['e']),
    platform.changedEvents('2026-01-01T00:00:00Z'),
    platform.firstDates(),
    platform.products(),
    platform.changedProducts('2026-01-01T00:00:00Z'),
  ]);

  assert.deepEqual([...asked].sort(), ['/v3/events v1,v2', '/v3/products v1,v2']);
});

for (const id of ['.', '..']) {
  test(`finds vendor ${id}, whose path no URL can hold, in a list that ignores accept`, async () => {
    const { context, sandbox } = createWorld();
    const platform = createPlatform(
      context(async (request) => {
        const { pathname, search } = new URL(request.url);
        if (pathname.includes('vendors'))
          assert.equal(pathname + search, `/v3/vendors?accept=${id}`);
        const response = await sandbox(new Request(request.url.replace(/accept=.*/, ''), request));
        if (!pathname.includes('vendors')) return response;
        const [first, ...others] = (await response.json()) as object[];
        return Response.json([...others, { ...first, id }]);
      }),
    );

    assert.equal((await platform.vendor(id))?.id, id);
  });
}

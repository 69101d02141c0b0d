import assert from 'node:assert/strict';
import type { WireEvent } from '../wire.ts';
import { rule, sandboxRule } from './platform.ts';

sandboxRule(
  'Common list parameters: refuses a parameter that is given twice',
  async ({ fetch, token }) => {
    const response = await fetch(
      new Request(`http://sandbox/v3/events?limit=1&limit=2&access_token=${token}`),
    );

    assert.equal(response.status, 400);
  },
);

rule('Common list parameters: ignores what it does not know', async ({ events }) => {
  assert.deepEqual(await events({ colour: 'blue' }), await events());
});

rule(
  'Common list parameters: limit and offset cut pages that make up the full list',
  async ({ events }) => {
    const all = await events();

    const pages = await Promise.all(
      ['0', '7', '14'].map((offset) => events({ limit: '7', offset })),
    );

    assert.deepEqual(pages.flat(), all);
    assert.deepEqual(await events({ offset: '1000' }), []);
    assert.deepEqual(await events({ limit: '0' }), []);
  },
);

rule('Common list parameters: accept and exclude choose by id', async ({ events }) => {
  const all = await events();
  const chosen = all.slice(2, 4).map(({ id }) => id);

  const accepted = await events({ accept: [...chosen, 'unknown'].join() });
  const rest = await events({ exclude: chosen.join() });

  assert.deepEqual(
    accepted.map(({ id }) => id),
    chosen,
  );
  assert.equal(rest.length, all.length - 2);
  assert.ok(rest.every(({ id }) => !chosen.includes(id)));
});

rule('Common list parameters: fields leaves only what it names', async ({ events }) => {
  for (const event of await events({ fields: 'id,title' })) {
    assert.deepEqual(Object.keys(event).sort(), ['id', 'title']);
  }
});

rule('Common list parameters: order ascends, and descends with a minus', async ({ events }) => {
  const durations = async (order: string) =>
    (await events({ order })).map(({ duration }) => duration);

  const ascending = (await events()).map(({ duration }) => duration).sort((a, b) => a - b);

  assert.deepEqual(await durations('duration'), ascending);
  assert.deepEqual(await durations('+duration'), ascending);
  assert.deepEqual(await durations('-duration'), ascending.toReversed());
});

sandboxRule(
  'Common list parameters: a plus that nobody has escaped still ascends',
  async ({ fetch, token, events }) => {
    const response = await fetch(
      new Request(`http://sandbox/v3/events?order=+duration&access_token=${token}`),
    );

    assert.deepEqual(await response.json(), await events({ order: 'duration' }));
  },
);

rule(
  'Common list parameters: a second order attribute decides among equals',
  async ({ events }) => {
    const sorted = await events({ order: 'vendor_name,-title' });

    for (const [index, event] of sorted.entries()) {
      const before: WireEvent = sorted[index - 1] ?? event;
      if (before.vendor_name === event.vendor_name) {
        assert.ok(before.title.localeCompare(event.title, 'en') >= 0);
      } else {
        assert.ok(before.vendor_name < event.vendor_name);
      }
    }
  },
);

sandboxRule(
  'Common list parameters: match finds all words, in capitals or not',
  async ({ events }) => {
    const found = await events({ match: 'LANTERN walk' });

    assert.deepEqual(
      found.map(({ title }) => title),
      ['Lantern night walk'],
    );
    assert.deepEqual(await events({ match: 'lantern kangaroo' }), []);
  },
);

const lists = [
  '/v3/vendors',
  '/v3/events',
  '/v3/merged_events',
  '/v3/dates',
  '/v3/merged_dates',
  '/v3/products',
  '/v3/orders',
];

for (const path of lists) {
  rule(
    `Common list parameters: with_count counts all of ${path}, whatever the page`,
    async ({ send, list }) => {
      const all = await list(path, { fields: 'id' });
      const page = await send(`${path}?with_count=true&limit=2&offset=1`);

      assert.equal(page.headers.get('X-Total_Count'), String(all.length));
      assert.match(page.headers.get('Link') ?? '', /rel="last"/);
      assert.ok(Array.isArray(await page.json()), 'and the body is still an array');
    },
  );
}

rule('Common list parameters: without with_count there is no count', async ({ send }) => {
  const response = await send('/v3/events?limit=1');

  assert.equal(response.headers.get('X-Total_Count'), null);
  assert.doesNotMatch(response.headers.get('Link') ?? '', /rel="last"/);
});

rule(
  'Common list parameters: the next links lead through the full list, and first leads back',
  async (platform) => {
    const all = await platform.events();
    const found: WireEvent[] = [];
    let path: string | undefined = '/v3/events?limit=5';
    let first: string | undefined;

    while (path !== undefined) {
      const response = await platform.send(path);
      found.push(...((await response.json()) as WireEvent[]));
      const links = response.headers.get('Link') ?? '';
      first = pathOf(links, 'first');
      path = pathOf(links, 'next');
    }

    assert.deepEqual(found, all);
    assert.deepEqual(await (await platform.send(first ?? '')).json(), all.slice(0, 5));
  },
);

rule(
  'Common list parameters: a page in the middle links back to the one before',
  async ({ send }) => {
    const { headers } = await send('/v3/events?limit=2&offset=3');

    assert.equal(
      new URLSearchParams(pathOf(headers.get('Link') ?? '', 'prev')?.split('?')[1]).get('offset'),
      '1',
    );
  },
);

sandboxRule('Common list parameters: a link carries no token', async ({ fetch, token }) => {
  const response = await fetch(
    new Request(`http://sandbox/v3/events?limit=1&access_token=${token}`),
  );

  assert.ok(!response.headers.get('Link')?.includes(token));
});

rule('Common list parameters: exclude wins over accept', async ({ events }) => {
  const [event] = await events({ limit: '1' });
  const id = event?.id ?? '';

  assert.deepEqual(await events({ accept: id, exclude: id }), []);
});

/**
 * Path and query of a link, as the platform may call itself by another name than the suite does.
 */
function pathOf(links: string, relation: string): string | undefined {
  const url = new RegExp(`<([^>]*)>; rel="${relation}"`).exec(links)?.[1];
  if (url === undefined) return undefined;
  const { pathname, search } = new URL(url);
  return pathname + search;
}

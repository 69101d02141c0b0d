import { expect } from '@open-wc/testing';
import { prefetch } from '../../src/embed/prefetch.ts';
import type { DeclaredAddresses } from '../../src/page/declared-addresses.ts';
import { type Proxy, visit } from '../elements/visit.ts';

const PROXY = 'https://book.example';
const declared: DeclaredAddresses = { proxy: PROXY, proxies: [], successOrigins: [] };

/** Opens a page with these tags, and records its requests. */
function open(
  tags: string,
  respond: () => Promise<Response> = async () => new Response('prefetched'),
  list: Partial<DeclaredAddresses> = {},
) {
  const page = document.implementation.createHTMLDocument();
  page.body.innerHTML = tags;
  const requested: string[] = [];
  const request: typeof fetch = (input, init) => {
    // Some pages replace `fetch` by one that fails without `init`.
    if (!init) throw new TypeError('init is undefined');
    requested.push(String(input));
    return respond();
  };
  return { requested, fetch: prefetch(page, request, { ...declared, ...list }) };
}

describe('prefetch', () => {
  it('requests the list and the site for a tag in the page', () => {
    const { requested } = open('<booking-widget></booking-widget>');

    expect(requested).to.deep.equal([`${PROXY}/v3/events?limit=25`, `${PROXY}/site`]);
  });

  it('requests what the tag’s attributes ask for', () => {
    const { requested } = open(
      '<booking-widget proxy="https://other.example/b/" site="s1" vendor="v1" category="7"></booking-widget>',
      undefined,
      { proxies: ['https://other.example'] },
    );

    expect(requested).to.deep.equal([
      'https://other.example/b/v3/events?accept_vendors=v1&categories=7&limit=25&site=s1',
      'https://other.example/b/site?site=s1',
    ]);
  });

  it('uses the script tag’s own settings, and not those that a consent manager has written there', () => {
    const requested = (data: Record<string, string>) => {
      const page = document.implementation.createHTMLDocument();
      page.body.innerHTML = '<booking-widget></booking-widget>';
      const script = page.createElement('script');
      Object.assign(script.dataset, data);
      const urls: string[] = [];
      prefetch(
        page,
        (url) => Promise.resolve(new Response(String(urls.push(String(url))))),
        declared,
        script,
      );
      return urls[0];
    };

    expect(requested({ category: '7, 8' })).to.equal(
      `${PROXY}/v3/events?categories=7%2C8&limit=25`,
    );
    expect(requested({ vendor: 'v1' })).to.equal(`${PROXY}/v3/events?accept_vendors=v1&limit=25`);
    for (const marks of [
      { category: 'marketing' },
      { vendor: 'c:booking-Kx7' },
      { vendor: 'google', purposes: 'cookies' },
    ]) {
      expect(requested(marks)).to.equal(`${PROXY}/v3/events?limit=25`);
    }
  });

  it('requests nothing of a proxy that a tag alone names', () => {
    const { requested } = open(
      `<booking-widget proxy="https://evil.example"></booking-widget>
       <div data-booking-widget data-proxy="https://evil.example"></div>
       <booking-widget proxy="${PROXY}/"></booking-widget>`,
    );

    expect(requested).to.deep.equal([`${PROXY}/v3/events?limit=25`, `${PROXY}/site`]);
  });

  it('requests the list of the day and the party that a tag names, and of its events alone', () => {
    const { requested } = open(
      '<booking-widget events="a,b" day="2026-11-28" participants="3"></booking-widget>',
    );

    expect(requested[0]).to.equal(
      `${PROXY}/v3/events?accept=a%2Cb&day=2026-11-28&participants=3&limit=25`,
    );
  });

  it('requests the event that a tag opens, not the list', () => {
    const { requested } = open('<booking-widget event="a/b"></booking-widget>');

    expect(requested).to.deep.equal([`${PROXY}/v3/merged_events/a%2Fb`, `${PROXY}/site`]);
  });

  it('requests nothing twice for two tags that show the same', () => {
    const { requested } = open('<booking-widget></booking-widget>'.repeat(2));

    expect(requested).to.have.length(2);
  });

  it('requests nothing for a page without tags, or with an invalid proxy address', () => {
    expect(open('<p>booking-widget</p>').requested).to.deep.equal([]);
    expect(open('<booking-widget proxy="http://["></booking-widget>').requested).to.deep.equal([]);
  });

  it('uses each prefetched response once, and requests it again after that', async () => {
    const { requested, fetch } = open('<booking-widget></booking-widget>');

    const first = await fetch(`${PROXY}/site`);
    expect(await first.text()).to.equal('prefetched');
    expect(requested).to.have.length(2);

    await fetch(`${PROXY}/site`, {});
    expect(requested).to.have.length(3);
  });

  it('requests what was not prefetched, and whatever is posted', async () => {
    const { requested, fetch } = open('<booking-widget></booking-widget>');

    await fetch(`${PROXY}/v3/products`, {});
    await fetch(`${PROXY}/site`, { method: 'POST' });

    expect(requested.slice(2)).to.deep.equal([`${PROXY}/v3/products`, `${PROXY}/site`]);
  });

  it('reports a failure only to the caller of fetch', async () => {
    const unhandled: unknown[] = [];
    const listener = (event: PromiseRejectionEvent) => unhandled.push(event.reason);
    addEventListener('unhandledrejection', listener);
    const failure = new TypeError('Failed to fetch');
    const { fetch } = open('<booking-widget></booking-widget>', () => Promise.reject(failure));

    const caught = await fetch(`${PROXY}/site`).catch((error: unknown) => error);
    // The browser reports an unhandled rejection in a task after the microtasks of this one.
    await new Promise((resolve) => setTimeout(resolve));
    removeEventListener('unhandledrejection', listener);

    expect(caught).to.equal(failure);
    expect(unhandled).to.deep.equal([]);
  });

  for (const [what, attributes] of [
    ['the list', { vendor: '', category: '' }],
    ['a part of the list', { category: '2' }],
  ] as const) {
    it(`requests exactly what the widget asks for first: ${what}`, async () => {
      const asked: string[] = [];
      const toProxy = (proxy: Proxy) => (request: Request) => {
        asked.push(request.url);
        return proxy(request);
      };
      const me = await visit(attributes, { toProxy });
      await me.appears('button', 'Kayak on the Spree');

      const tag = document.createElement('booking-widget');
      for (const [name, value] of Object.entries(attributes)) tag.setAttribute(name, value);
      const { requested } = open(tag.outerHTML);

      expect(asked.sort()).to.deep.equal(requested.sort());
    });
  }
});

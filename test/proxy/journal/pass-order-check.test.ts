import '../../support/all-english.ts';
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, test } from 'vitest';
import type { EventDate } from '#contract/date.schema';
import type { ListedEvent, MergedEvent } from '#contract/event.schema';
import { paths } from '#contract/paths';
import type { PaymentResponse } from '#contract/payment.schema';
import type { Problem } from '#contract/problem.schema';
import { listenSandbox } from '../../../demo/sandbox/server.ts';
import { toInstant } from '../../../proxy/clock.ts';
import type { OrderCheck, OrderFacts } from '../../../proxy/order-check.ts';
import { hash } from '../../../proxy/secrets.ts';
import { ORDER_CHECK_TIMEOUT } from '../../../proxy/time-limits.ts';
import { RequestError } from '../../../src/client/request-error.ts';
import { failureText } from '../../../src/elements/parts/problem-note.ts';
import { english } from '../../../src/messages/words.ts';
import { newKey } from '../../../src/visit/key.ts';
import { createNodeProcess } from '../../chaos/node-process.ts';
import { createWholeClient } from '../../client/proxied-client.ts';
import { createBank } from '../../support/bank/bank.ts';
import { useVirtualTime } from '../../support/virtual-time.ts';
import { cartOf, createWorld, PROXY, requestFor, SHOP, variables } from '../../support/world.ts';

const ADDRESS = '203.0.113.9';

async function prepare(checkOrder: OrderCheck) {
  const world = createWorld({ checkOrder });
  const quoted = await world.quoteOne(cartOf(await world.choose(), [2]));
  const place = async (
    key: string,
    { challenge, address = ADDRESS }: { challenge?: string; address?: string } = {},
  ) => {
    const request = new Request(PROXY + paths.orders, {
      method: 'POST',
      headers: {
        Origin: SHOP,
        'Content-Type': 'application/json',
        'Idempotency-Key': key,
        ...(challenge !== undefined && { 'Booking-Challenge': challenge }),
      },
      body: JSON.stringify(requestFor(quoted)),
    });
    const { status, text } = await world.read(request, { address });
    return { status, body: JSON.parse(text) as Problem };
  };
  return { world, place };
}

/** The same where the order has to be paid. */
async function preparePaid(checkOrder: OrderCheck) {
  const bank = createBank();
  const world = createWorld({ checkOrder, payments: bank.provider });
  const quoted = await world.quoteOne(cartOf(await world.choose(), [2]));
  const key = newKey();
  const post = async <T>(path: string, body: object, challenge?: string) => {
    const headers = {
      Origin: SHOP,
      'Content-Type': 'application/json',
      'Idempotency-Key': key,
      ...(challenge !== undefined && { 'Booking-Challenge': challenge }),
    };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    const { status, text } = await world.read(new Request(PROXY + path, init), {
      address: ADDRESS,
    });
    return { status, body: JSON.parse(text) as T };
  };
  type Given = { readonly challenge?: string; readonly lang?: string };
  return {
    world,
    bank,
    quoted,
    key,
    confirm: (clientSecret: string) => bank.confirm(clientSecret),
    pay: ({ challenge, ...given }: Given = {}) =>
      post<PaymentResponse & Problem>(paths.payments, { quote: quoted.quote, ...given }, challenge),
    place: ({ challenge }: Given) => post<Problem>(paths.orders, requestFor(quoted), challenge),
  };
}

/** Each token is good for one request. */
function oneTimeTokens(...good: string[]): OrderCheck {
  const left = new Set(good);
  return async ({ challenge = '' }) => (left.delete(challenge) ? undefined : {});
}

test('a check is told of the site, the network, the challenge and the language, and of no person', async () => {
  const facts: OrderFacts[] = [];
  const { place } = await prepare(async (given) => void facts.push(given));
  const key = newKey();

  await place(key, { challenge: 'token' });

  const id = await hash(key);
  assert.deepEqual(facts, [
    { step: 'order', site: 'default', id, network: ADDRESS, challenge: 'token', lang: 'de' },
  ]);
});

test('before the first payment a check is told of the same, and of the language of the page', async () => {
  const facts: OrderFacts[] = [];
  const { pay, key } = await preparePaid(async (given) => void facts.push(given));

  await pay({ challenge: 'token', lang: 'fr' });

  const id = await hash(key);
  assert.deepEqual(facts, [
    { step: 'payment', site: 'default', id, network: ADDRESS, challenge: 'token', lang: 'fr' },
  ]);
});

test('an older page says no language, so the check is told the site’s', async () => {
  const langs: string[] = [];
  const { pay } = await preparePaid(async ({ lang }) => void langs.push(lang));

  await pay();

  assert.deepEqual(langs, ['en']);
});

test('a payment that does not pass is not made, in the operator’s own words, and can be tried again', async () => {
  const check = oneTimeTokens('good');
  const { pay, bank } = await preparePaid(async (facts) => {
    const refusal = await check(facts);
    return refusal && { detail: 'Please press here.' };
  });

  const refused = await pay({ challenge: 'bad' });

  const { code, detail } = refused.body;
  assert.deepEqual(
    [refused.status, code, detail],
    [403, 'order-check-failed', 'Please press here.'],
  );
  assert.deepEqual(bank.ids(), []);
  assert.equal((await pay({ challenge: 'good' })).status, 200);
  assert.equal(bank.ids().length, 1);
});

test('a check is asked once per step, also after a reload, a second payment and a restart', async () => {
  const steps: string[] = [];
  const { world, quoted, key, pay, confirm } = await preparePaid(
    async ({ step }) => void steps.push(step),
  );
  const first = await pay();
  assert.deepEqual((await pay()).body, first.body);
  world.restart();
  await confirm((await pay()).body.client_secret);
  assert.deepEqual(steps, ['payment']);

  const order = requestFor(quoted);
  assert.equal((await world.place(order, key)).status, 201);
  assert.equal((await world.place(order, key)).status, 200);
  assert.deepEqual(steps, ['payment', 'order']);
});

test('an order that has passed needs no second token where it was refused for something else', async () => {
  const check = oneTimeTokens('for the payment', 'for the order');
  const { world, quoted, key, pay, confirm, place } = await preparePaid(check);
  const { client_secret } = (await pay({ challenge: 'for the payment' })).body;
  const early = await place({ challenge: 'for the order' });
  assert.deepEqual([early.status, early.body.code], [402, 'payment-required']);

  await confirm(client_secret);

  assert.equal((await world.place(requestFor(quoted), key)).status, 201);
});

test('while a check throws, no payment is made', async () => {
  const { pay, bank } = await preparePaid(async () => {
    throw new RangeError('secret');
  });

  const { status, body } = await pay();

  assert.deepEqual([status, body.code, bank.ids()], [500, 'internal-error', []]);
});

test('an IPv6 customer is told of by his network', async () => {
  const networks: unknown[] = [];
  const { place } = await prepare(async ({ network }) => void networks.push(network));

  await place(newKey(), { address: '2001:db8:1:2:3::4' });

  assert.deepEqual(networks, ['2001:db8:1:2::/64']);
});

test('an order that does not pass is refused before the platform is asked, and may be tried again', async () => {
  const { world, place } = await prepare(oneTimeTokens('good'));
  const key = newKey();
  world.calls.splice(0);

  const refused = await place(key, { challenge: 'bad' });

  assert.deepEqual([refused.status, refused.body.code], [403, 'order-check-failed']);
  assert.deepEqual(world.calls, []);
  assert.equal((await place(key, { challenge: 'good' })).status, 201);
});

test('an order that was sent needs no second token to be told of', async () => {
  const { world, place } = await prepare(oneTimeTokens('good'));
  const key = newKey();
  assert.equal((await place(key, { challenge: 'good' })).status, 201);

  assert.equal((await place(key, { challenge: 'good' })).status, 200);
  assert.equal(world.orderCalls(), 1);
});

test('of two copies of a request with one token, none is told no while the other is sent', async () => {
  const { world, place } = await prepare(oneTimeTokens('good'));
  const key = newKey();

  const copies = await Promise.all([1, 2].map(() => place(key, { challenge: 'good' })));

  const hasOrder = (await world.books()).length > 0;
  const wasRefused = copies.some(({ status }) => status === 403);
  assert.ok(!(hasOrder && wasRefused), JSON.stringify(copies));
});

test('the customer is told in the operator’s own words', async () => {
  const { place } = await prepare(async () => ({ detail: 'Please press <b>here</b>.' }));

  const { body: problem } = await place(newKey());

  assert.equal(problem.detail, 'Please press <b>here</b>.');
  const failure = { kind: 'problem', problem } as const;
  assert.equal(failureText(failure, english), 'Please press <b>here</b>.');
});

test('a check may refuse with a code; one that is final is so under its key', async () => {
  let refusal: Awaited<ReturnType<OrderCheck>> = { code: 'too-many-orders' };
  const { place } = await prepare(async () => refusal);
  const key = newKey();
  const tooMany = await place(key);
  assert.deepEqual([tooMany.status, tooMany.body.code], [429, 'too-many-orders']);

  refusal = { code: 'event-gone', detail: 'Closed today.' };
  await place(key);
  refusal = undefined;
  const { status, body } = await place(key);

  assert.deepEqual([status, body.code, body.detail], [409, 'event-gone', 'Closed today.']);
});

test('while a check throws, nothing is sent', async () => {
  let isBroken = true;
  const { world, place } = await prepare(async () => {
    if (isBroken) throw new RangeError('secret');
    return undefined;
  });
  const key = newKey();

  const { status, body } = await place(key);
  assert.deepEqual([status, body.code], [500, 'internal-error']);
  assert.equal(world.orderCalls(), 0);
  const line = world.lines.find((text) => text.includes('RangeError')) ?? '';
  assert.ok(line.includes('"status":500') && !line.includes('secret'), line);
  isBroken = false;
  assert.equal((await place(key)).status, 201);
});

test('a check that hangs ends, and nothing is sent', async (t) => {
  const { world, place } = await prepare(() => new Promise(() => {}));
  const time = useVirtualTime(world.advance);
  t.onTestFinished(time.end);

  const placing = place(newKey());
  await time.quiesce();
  await time.pass(ORDER_CHECK_TIMEOUT);

  assert.equal((await placing).status, 500);
  assert.equal(world.orderCalls(), 0);
});

// The examples of ORDER-CHECK.md, over sockets: the program in a process of its own, the page's lines,
// and a service that verifies a challenge.

const text = readFileSync('proxy/ORDER-CHECK.md', 'utf8');
const examples = [...text.matchAll(/```js\n(.*?)```/gs)].map(([, code = '']) => code);
const exampleWith = (words: string) => examples.find((code) => code.includes(words)) ?? '';
const program = exampleWith('listenProxy(');
const page = exampleWith('querySelector(');

/** Verifies each token once, as services do. */
async function listenChallenge() {
  const left = new Set(['token 2']);
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      const form = new URLSearchParams(body);
      const isGood = form.get('secret') === 'shared' && left.delete(form.get('response') ?? '');
      response.end(JSON.stringify({ success: isGood }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/verify`;
}

async function startProgram(platformUrl: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'order-check-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const script = join(folder, 'shop.mjs');
  const sources = pathToFileURL('proxy').href;
  writeFileSync(
    script,
    program.replace(/'\.\/dist\/node\/proxy\/(\w+)\.js'/g, `'${sources}/$1.ts'`),
  );
  let url = '';
  const running = createNodeProcess({
    name: 'shop.js',
    script,
    readyLine: 'http',
    onLine: (line) => {
      if (line.startsWith('http')) url = line;
    },
    env: {
      ...variables,
      NODE_OPTIONS: '--import tsx',
      PLATFORM_URL: platformUrl,
      PORT: '0',
      HOST: '127.0.0.1',
      CHALLENGE_URL: await listenChallenge(),
      CHALLENGE_SECRET: 'shared',
    },
  });
  afterAll(running.end);
  await running.start();
  return url;
}

test('the documented program and page have a challenge verified before an order', async () => {
  const platform = await listenSandbox({ port: 0, clock: Date.now });
  afterAll(platform.close);
  const url = await startProgram(platform.url);
  let tokens = 0;
  const challenge = { token: async () => `token ${(tokens += 1)}` };
  const widget: { fetch?: typeof fetch } = {};
  const browser: typeof fetch = (input, init) =>
    fetch(input, { ...init, headers: { ...init?.headers, Origin: SHOP } });
  new Function('document', 'challenge', 'fetch', page)(
    { querySelector: () => widget },
    challenge,
    browser,
  );
  const client = createWholeClient({
    proxy: url,
    fetch: (input, init) => widget.fetch!(input, init),
    clock: Date.now,
  });
  const { event, date } = await chooseAt(client);
  const group = event.price_groups.find(({ event_id }) => event_id === date.event_id)!;
  const { orders } = await client.quote(cartOf({ event, group, date }, [2]));
  const request = requestFor(orders[0]!, { lang: 'en' });
  const key = newKey();

  const error: unknown = await client.order(request, key).catch((thrown: unknown) => thrown);
  assert.ok(error instanceof RequestError && error.failure.kind === 'problem', String(error));
  const text = 'Please confirm that you are no robot, and order again.';
  assert.equal(failureText(error.failure, english), text);

  assert.equal((await client.order(request, key)).state, 'placed');
  assert.equal(tokens, 2);
});

/** A date that can be booked for two. */
async function chooseAt(client: ReturnType<typeof createWholeClient>) {
  const [from, to] = [3, 30].map((days) => toInstant(Date.now() + days * 86_400_000));
  for (const { id } of (await client.events({})) as ListedEvent[]) {
    const event: MergedEvent = await client.mergedEvent(id);
    const dates: EventDate[] = await client.dates(id, from!, to!);
    const date = dates.find(({ available_slots }) => available_slots > 2);
    const group = event.price_groups.find(({ event_id }) => event_id === date?.event_id);
    if (event.type === 'BOOKING' && date && group && group.min_participants <= 2) {
      return { event, date };
    }
  }
  throw new Error('nothing can be booked');
}

import assert from 'node:assert/strict';
import { test } from 'vitest';
import { HOUR } from '#contract/milliseconds';
import type { Problem } from '#contract/problem.schema';
import { mailboxOf } from '../../../proxy/guards/mailbox.ts';
import { cartOf, newKey, requestFor, type WorldOptions } from '../../support/world.ts';
import { createFaulty, type Fault } from '../orders/faulty.ts';
import { clientAt } from './attack.ts';

// The platform writes to the e-mail address of an order, whoever has typed it.

const ADDRESS = '203.0.113.9';
const OTHER_ADDRESS = '198.51.100.7';
const few: WorldOptions['env'] = { ORDERS_PER_EMAIL: '2', EMAILS_PER_CLIENT: '2' };
const unlimited: WorldOptions['env'] = { CALLS_PER_CLIENT: '1000', ORDERS_PER_MINUTE: '1000' };

/** A shop, and what becomes of an order from an address to an e-mail address: `placed` or a code. */
async function createShop(
  env: WorldOptions['env'] = few,
  fault: Fault = (request, platform) => platform(request),
) {
  const world = createFaulty(fault, { env: { ...unlimited, ...env } });
  const used = new Set<string>();
  const quote = async (email: string) => {
    const choice = await world.choose(
      ({ event, date }) => event.type === 'BOOKING' && !used.has(date.id),
    );
    used.add(choice.date.id);
    const quoted = await world.quoteOne(cartOf(choice, [2]));
    return requestFor(quoted, { contact: { name: 'Ida Meyer', email } });
  };
  const place = async (request: unknown, key = newKey(), address = ADDRESS) => {
    const { status, body } = await clientAt(world, address).place(request, key);
    return status < 300 ? 'placed' : (body as Problem).code;
  };
  const order = async (email: string, address = ADDRESS) =>
    place(await quote(email), newKey(), address);
  return { world, quote, place, order };
}

test('an address may send twenty orders a day to one e-mail address', async () => {
  const { world, order } = await createShop({});
  for (let sent = 0; sent < 20; sent += 1) assert.equal(await order('ida@example.com'), 'placed');

  assert.equal(await order('ida@example.com'), 'too-many-orders');
  // Nobody can use up what another address may send there.
  assert.equal(await order('ida@example.com', OTHER_ADDRESS), 'placed');
  assert.equal(await order('olga@example.com'), 'placed');
  world.advance(24 * HOUR);
  assert.equal(await order('ida@example.com'), 'placed');
});

test('an address may send orders to twenty e-mail addresses a day', async () => {
  const { world, order } = await createShop({});
  const email = (number: number) => `customer${number}@example.com`;
  for (let sent = 0; sent < 20; sent += 1) assert.equal(await order(email(sent)), 'placed');

  assert.equal(await order(email(20)), 'too-many-orders');
  assert.equal(await order(email(0)), 'placed');
  assert.equal(await order(email(20), OTHER_ADDRESS), 'placed');
  world.advance(24 * HOUR);
  assert.equal(await order(email(20)), 'placed');
});

test('a refusal tells when there is room again, and sends nothing', async () => {
  const { world, quote, order } = await createShop();
  await order('ida@example.com');
  await order('ida@example.com');
  world.advance(HOUR);
  const calls = world.orderCalls();

  const response = await clientAt(world, ADDRESS).place(await quote('ida@example.com'), newKey());

  assert.equal(response.status, 429);
  assert.equal(response.headers.get('Retry-After'), String(23 * 3_600));
  assert.equal(world.orderCalls(), calls);
  assert.equal(await order('ida@example.com'), 'too-many-orders');
  const [line, ...others] = world.lines.filter((text) => text.includes('"visitor-limit"'));
  assert.match(line ?? '', /"code":"too-many-orders","client":"[\w-]{12}"/);
  assert.deepEqual(others, []);
});

test('an order that is sent again under its key counts once', async () => {
  const { quote, place, order } = await createShop();
  const request = await quote('ida@example.com');
  const key = newKey();

  for (let sent = 0; sent < 3; sent += 1) assert.equal(await place(request, key), 'placed');
  assert.equal(await order('ida@example.com'), 'placed');
});

test('after a refusal the same key may try again, to another e-mail address or a day later', async () => {
  const { quote, place, order } = await createShop({ ORDERS_PER_EMAIL: '1' });
  await order('ida@example.com');
  const request = await quote('ida@example.com');
  const key = newKey();
  assert.equal(await place(request, key), 'too-many-orders');

  const contact = { ...request.contact, email: 'olga@example.com' };
  assert.equal(await place({ ...request, contact }, key), 'placed');
});

test('other spellings of an e-mail address are the same one', async () => {
  const { order } = await createShop();
  await order('ida.meyer@example.com');
  await order('IdaMeyer@Example.com');

  assert.equal(await order('ida.meyer+tickets@example.com'), 'too-many-orders');
});

test('only what reaches one mailbox at many providers counts as one', () => {
  assert.equal(mailboxOf('I.da+a+b@Mail.Example.com'), 'ida@mail.example.com');
  assert.equal(mailboxOf('ida_meyer-2@example.com'), 'ida_meyer-2@example.com');
  assert.notEqual(mailboxOf('ida@example.com'), mailboxOf('ida@example.org'));
});

test('the networks of a /48 have four times as much together', async () => {
  const { order } = await createShop({ ORDERS_PER_EMAIL: '1' });
  const network = (number: number) => `2001:db8:1:${number}::1`;
  for (let number = 0; number < 4; number += 1) {
    assert.equal(await order('ida@example.com', network(number)), 'placed');
  }

  assert.equal(await order('ida@example.com', network(4)), 'too-many-orders');
  assert.equal(await order('ida@example.com', '2001:db8:2:1::1'), 'placed');
});

const noMail: Readonly<Record<string, Fault>> = {
  'the platform refuses': async () => Response.json({ code: '40001' }, { status: 400 }),
  'the platform is too busy for': async () => Response.json({ code: '42910' }, { status: 429 }),
};
for (const [what, fault] of Object.entries(noMail)) {
  test(`an order that ${what} counts for neither limit`, async () => {
    const env = { ORDERS_PER_EMAIL: '1', EMAILS_PER_CLIENT: '1' };
    const { world, order } = await createShop(env, fault);
    for (const name of ['ida', 'olga', 'ida']) {
      assert.notEqual(await order(`${name}@example.com`), 'too-many-orders');
      world.advance(60_000);
    }
    world.faults.create = (request, platform) => platform(request);

    assert.equal(await order('otto@example.com'), 'placed');
    assert.equal(await order('otto@example.com'), 'too-many-orders');
    assert.equal(await order('ida@example.com'), 'too-many-orders');
  });
}

test('an order counts while nobody knows whether it is placed, and no more once it is absent', async () => {
  const env = { ORDERS_PER_EMAIL: '1' };
  const { world, quote, place, order } = await createShop(
    env,
    async () => new Response('', { status: 502 }),
  );
  const key = newKey();
  assert.equal(await place(await quote('ida@example.com'), key), 'placed');
  assert.equal((await world.find(key)).body.state, 'checking');
  world.faults.create = (request, platform) => platform(request);
  assert.equal(await order('ida@example.com'), 'too-many-orders');

  world.advance(HOUR);
  await world.runJobs();

  assert.equal((await world.find(key)).body.state, 'absent');
  assert.equal(await order('ida@example.com'), 'placed');
});

test('an order that is refused for its e-mail address takes no places', async () => {
  const { order } = await createShop({ ORDERS_PER_EMAIL: '1', PLACES_PER_CLIENT: '4' });
  await order('ida@example.com');
  assert.equal(await order('ida@example.com'), 'too-many-orders');

  assert.equal(await order('olga@example.com'), 'placed');
  assert.equal(await order('otto@example.com'), 'too-many-places');
});

test('control: a caller that has no limit sends more', async () => {
  const { world, quote } = await createShop();
  for (let sent = 0; sent < 4; sent += 1) {
    assert.equal((await world.place(await quote('ida@example.com'), newKey())).status, 201);
  }
});

import assert from 'node:assert/strict';
import { test } from 'vitest';
import { createFaulty, type Fault, placeOne } from './faulty.ts';

const json = { 'Content-Type': 'application/json' };

/** The platform's own error body (spec, Errors). */
const ownError = JSON.stringify({ message: 'no', code: '40101', user_message: 'No.' });
const ownRefusal = () => new Response(ownError, { status: 401, headers: json });
const gatewayErrors: Readonly<Record<string, (status: number) => string>> = {
  'an empty body': () => '',
  "a gateway's page": () => '<!doctype html><title>401</title>',
  "a gateway's JSON": () => JSON.stringify({ message: 'Unauthorized' }),
  "a gateway's JSON that repeats the status": (status) =>
    JSON.stringify({ code: status, message: 'no' }),
  'JSON with a code that is no number': () => JSON.stringify({ code: 'denied', message: 'no' }),
};

/** The platform takes the order, and what comes back is this response. */
function takenThen(status: number, body: string): Fault {
  return async (request, platform) => {
    await (await platform(request)).body?.cancel();
    return new Response(body, { status, headers: json });
  };
}

for (const status of [400, 401, 403, 404, 409, 422, 429]) {
  for (const [what, bodyOf] of Object.entries(gatewayErrors)) {
    test(`an order that was taken and answered with ${status} and ${what} is sent once, and found`, async () => {
      const world = createFaulty(takenThen(status, bodyOf(status)));

      const { key, response } = await placeOne(world);

      assert.deepEqual([response.status, response.body.state], [202, 'checking']);
      assert.equal(world.orderCalls(), 1);
      world.advance(2_000);
      assert.equal((await world.find(key)).body.state, 'placed');
      assert.equal((await world.books()).length, 1);
    });
  }
}

test('after a 401 of the platform itself the reference is looked up before the order is sent again', async () => {
  let refusals = 0;
  const world = createFaulty(async (request, platform) => {
    refusals += 1;
    return refusals === 1 ? ownRefusal() : platform(request);
  });

  const { response } = await placeOne(world);

  assert.equal(response.status, 201);
  const ofOrders = world.calls.filter((call) => call.endsWith('/v3/orders'));
  assert.deepEqual(ofOrders, ['GET /v3/orders', 'GET /v3/orders', 'POST /v3/orders']);
  assert.equal(refusals, 2);
});

test('an order that was taken and answered with a 401 of the platform itself is found, not sent again', async () => {
  const world = createFaulty(takenThen(401, ownError));

  const { response } = await placeOne(world);

  assert.deepEqual([response.status, response.body.state], [201, 'placed']);
  assert.equal(world.orderCalls(), 1);
  assert.equal((await world.books()).length, 1);
});

test('after a 401 of the platform itself nothing is sent again where the reference cannot be looked up', async () => {
  let looks = 0;
  const world = createFaulty(takenThen(401, ownError));
  world.faults.find = async (request, platform) => {
    looks += 1;
    return looks === 1 ? platform(request) : new Response('down', { status: 500 });
  };

  const { response, key } = await placeOne(world);

  assert.deepEqual([response.status, response.body.state], [202, 'checking']);
  assert.equal(world.orderCalls(), 1);
  world.faults.find = (request, platform) => platform(request);
  world.advance(2_000);
  assert.equal((await world.find(key)).body.state, 'placed');
  assert.equal((await world.books()).length, 1);
});

test('a second 401 of the platform itself ends the attempt, and the key can be used again', async () => {
  const world = createFaulty(async () => ownRefusal());

  const { response, request, key } = await placeOne(world);

  assert.equal(response.status, 503);
  world.faults.create = (order, platform) => platform(order);
  assert.equal((await world.place({ ...request, submission: 2 }, key)).status, 201);
});

test('nothing is sent again while the platform’s list shows that it was not filtered', async () => {
  const world = createFaulty(takenThen(401, ownError));
  let looks = 0;
  world.faults.find = async (request, platform) => {
    looks += 1;
    if (looks === 1) return platform(request);
    return Response.json([{ id: 'other', code: 'OTHER', external_reference: 'of another order' }]);
  };

  const { response } = await placeOne(world);

  assert.deepEqual([response.status, response.body.state], [202, 'checking']);
  assert.equal(world.orderCalls(), 1);
});

const own = (status: number) =>
  JSON.stringify({ message: 'no', code: `${status}01`, user_message: 'No.' });
const ofOrders = ({ calls }: { readonly calls: readonly string[] }) =>
  calls.filter((call) => call.endsWith('/v3/orders'));
/** The first look-up, before the create, goes well. */
function fromTheSecondOn(fault: Fault): Fault {
  let looks = 0;
  return (request, platform) => {
    looks += 1;
    return looks === 1 ? platform(request) : fault(request, platform);
  };
}
const noProof: Readonly<Record<string, Fault>> = {
  'cannot be asked': async () => new Response('down', { status: 500 }),
  'lists other orders': async () =>
    Response.json([{ id: 'other', code: 'OTHER', external_reference: 'of another order' }]),
};

for (const status of [400, 403, 404, 409, 422, 429]) {
  test(`an order that was taken and answered with ${status} of the platform itself is found, not refused`, async () => {
    const world = createFaulty(takenThen(status, own(status)));

    const { response } = await placeOne(world);

    assert.deepEqual([response.status, response.body.state], [201, 'placed']);
    assert.deepEqual(ofOrders(world), ['GET /v3/orders', 'POST /v3/orders', 'GET /v3/orders']);
    assert.equal((await world.books()).length, 1);
  });

  for (const [what, fault] of Object.entries(noProof)) {
    test(`after ${status} of the platform itself the order is being checked where the platform ${what}`, async () => {
      const world = createFaulty(takenThen(status, own(status)));
      world.faults.find = fromTheSecondOn(fault);

      const { response, key } = await placeOne(world);

      assert.deepEqual([response.status, response.body.state], [202, 'checking']);
      world.faults.find = (request, platform) => platform(request);
      world.advance(2_000);
      assert.equal((await world.find(key)).body.state, 'placed');
    });
  }

  test(`an order that ${status} of the platform itself refuses costs one look-up more`, async () => {
    const world = createFaulty(async () => new Response(own(status), { status, headers: json }));

    const { response, key } = await placeOne(world);

    const isFinal = status !== 429;
    assert.equal(response.status, isFinal ? 409 : 503);
    assert.equal((await world.find(key)).body.state, isFinal ? 'refused' : 'open');
    // The create itself did not reach the platform.
    assert.deepEqual(ofOrders(world), ['GET /v3/orders', 'GET /v3/orders']);
  });

  test(`an order that appears after ${status} of the platform itself is told to its customer, with an alarm`, async () => {
    let land: (() => Promise<Response>) | undefined;
    const world = createFaulty(async (request, platform) => {
      land = () => platform(request);
      return new Response(own(status), { status, headers: json });
    });
    const { key } = await placeOne(world);

    await land?.();
    for (let minute = 0; minute < 15; minute += 5) {
      world.advance(5 * 60_000);
      await world.runJobs();
    }

    assert.equal((await world.find(key)).body.state, 'placed');
    assert.ok(world.lines.some((line) => line.includes('"reason":"placed-after-refused"')));
  });
}

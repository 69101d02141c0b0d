import assert from 'node:assert/strict';
import { test } from 'vitest';
import { createRenderLane } from '../../../proxy/guards/render-lane.ts';
import { unlimited } from '../../../proxy/guards/visitor.ts';
import type { ProblemError } from '../../../proxy/http/problems.ts';
import type { Visitor } from '../../../proxy/ports.ts';

const response = { body: '' };

function aReader(network?: string, visitor: Visitor = unlimited) {
  return { network, visitor };
}

/** The code of the refusal and its `Retry-After`. */
function refusalOf(enter: () => unknown): unknown {
  try {
    enter();
  } catch (error) {
    const { code, headers } = error as ProblemError;
    return [code, headers['Retry-After']];
  }
  return 'entered';
}

test('the event loop turns between two renderings, so that the steps of an order come between', async () => {
  let now = 0;
  const render = createRenderLane(() => now);
  const log: string[] = [];
  const step = () => {
    log.push('step');
    if (log.filter((entry) => entry === 'rendered').length < 3) setImmediate(step);
  };
  setImmediate(step);

  await Promise.all(
    [1, 2, 3].map(() =>
      render(aReader(), () => {
        log.push('rendered');
        now += 2;
        return response;
      }),
    ),
  );

  const steps = log.join(' ').split('rendered').slice(1, 3);
  assert.ok(
    steps.every((between) => between.includes('step')),
    log.join(' '),
  );
});

test('a client has 16 waiting, a /48 64, and further ones are told when to come again', async () => {
  const render = createRenderLane(() => 0);
  const read = (network: string) => render(aReader(network), () => response);
  const entered = Array.from({ length: 16 }, () => read('203.0.113.9'));

  assert.deepEqual(
    refusalOf(() => read('203.0.113.9')),
    ['too-many-distinct-reads', '1'],
  );
  // Another one is not affected.
  entered.push(read('198.51.100.7'));
  for (let network = 0; network < 64; network += 1) {
    entered.push(read(`32.1.13.184.0.1.0.${network}`));
  }
  assert.deepEqual(
    refusalOf(() => read('32.1.13.184.0.1.0.99')),
    ['too-many-distinct-reads', '1'],
  );

  await Promise.all(entered);
  assert.equal(await read('203.0.113.9'), response);
});

test('all networks of a /48 together have one turn, and then others have theirs', async () => {
  const render = createRenderLane(() => 0);
  const rendered: string[] = [];
  const read = (network: string) =>
    render(aReader(network), () => {
      rendered.push(network);
      return response;
    });

  const of48 = Array.from({ length: 8 }, (_, network) => read(`32.1.13.184.0.1.0.${network}`));
  await Promise.all([...of48, read('203.0.113.9')]);

  assert.ok(rendered.indexOf('203.0.113.9') <= 2, rendered.join(' '));
});

test('the backlog of all clients together is bounded too', async () => {
  const render = createRenderLane(() => 0);
  const read = (number: number) => render(aReader(`203.0.113.${number}`), () => response);
  const entered = Array.from({ length: 1 + 256 }, (_, number) => read(number));

  assert.deepEqual(
    refusalOf(() => read(300)),
    ['proxy-busy', undefined],
  );
  await Promise.all(entered);
});

test('a rendering costs the time that it took, and more the longer its body is', async () => {
  let now = 0;
  const costs: number[] = [];
  const visitor = { ...unlimited, chargeRendering: (cost: number) => costs.push(cost) };
  const render = createRenderLane(() => now);

  await render(aReader('203.0.113.9', visitor), () => {
    now += 25;
    return { body: 'x'.repeat(640_000) };
  });
  await assert.rejects(
    render(aReader('203.0.113.9', visitor), () => {
      now += 3;
      throw new RangeError('no such event');
    }),
  );

  assert.deepEqual(costs, [25 + 64, 3]);
});

test('nothing is rendered for a visitor with nothing left, and he is refused at once', () => {
  const visitor = {
    ...unlimited,
    checkRendering() {
      throw new RangeError('nothing left');
    },
  };
  const render = createRenderLane(() => 0);

  assert.throws(() => render(aReader('203.0.113.9', visitor), assert.fail), /nothing left/);
});

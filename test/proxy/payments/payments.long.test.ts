import assert from 'node:assert/strict';
import { test } from 'vitest';
import { type Change, loadChanged } from '../changed-copy.ts';
import { cutBefore } from '../orders/faulty.ts';
import { crashEverywhere, type PaymentStory } from './payment-story.ts';

const cutAfter: PaymentStory['create'] = async (request, platform) => {
  await platform(request);
  throw new TypeError('terminated');
};
const busy: PaymentStory['create'] = async () => Response.json({ code: '42901' }, { status: 429 });
const no: PaymentStory['create'] = async () => Response.json({ code: '42201' }, { status: 422 });

const stories: Record<string, PaymentStory> = {
  'an order that goes well': {},
  'an order that its customer sends again': { customer: 'retries' },
  'an order whose customer pays and orders again after a reload': { customer: 'reloads' },
  'an order whose customer has paid another price before': { customer: 'chooses again' },
  'an order whose customer goes away without confirming': { customer: 'leaves unpaid' },
  'an order whose customer goes away after confirming': { customer: 'leaves paid' },
  'an order that is canceled after it was paid': { vendor: ['cancel'] },
  'an order without a response that has landed': { create: cutAfter },
  'an order without a response that never lands': { create: cutBefore },
  'the same, sent again after a reload': { create: cutBefore, customer: 'reloads' },
  'an order that the platform refuses': { create: no },
  'an order that the platform had no time for, and whose customer leaves': { create: busy },
  'an order for which the places are gone': { soldOut: true },
  'a request that is accepted': { kind: 'REQUEST', vendor: ['accept'] },
  'a request that is declined': { kind: 'REQUEST', vendor: ['decline'] },
  'an order whose provider loses its response, and is down': { faults: ['loses', 'is down'] },
  'an order that is not placed, with the same faults': { create: no, faults: ['is down', 'loses'] },
};
for (const [name, story] of Object.entries(stories)) {
  test(`${name} is paid once if it is placed, else never, wherever a process ends`, async () => {
    assert.deepEqual(await crashEverywhere(story), []);
  });
  test(`the same, if the money is taken first: ${name}`, async () => {
    assert.deepEqual(await crashEverywhere({ ...story, isChargedFirst: true }), []);
  });
}

/** The capture succeeds, but its response is lost until the order is canceled. */
const canceled: PaymentStory = {
  vendor: ['cancel'],
  faults: ['loses', 'is down', 'is down', 'is down', 'is down'],
};
test('what was captured is given back once, though its order is canceled before that is known', async () => {
  assert.deepEqual(await crashEverywhere(canceled), []);
});

interface Control {
  readonly without: Change;
  readonly story: PaymentStory;
}
const controls: Record<string, Control> = {
  'what is unknown is not held': {
    without: [
      {
        file: 'proxy/journal/intent.ts',
        line: "if (state !== 'placed' || !order) return 'hold';",
        instead: "if (state !== 'placed' || !order) return 0;",
      },
      {
        file: 'proxy/payments/complete-payments.ts',
        line: 'if (!isOver && !isGivenBack(recorded)) return recorded;',
        instead: 'if (!isOver) return recorded;',
      },
    ],
    story: { create: cutAfter },
  },
  'neither the journal nor the provider is asked whether the money was taken': {
    without: [
      {
        file: 'proxy/journal/authorisation.ts',
        line: "if (!isUntouched || due === 'hold') return undefined;",
        instead: "if (due === 'hold') return undefined;",
      },
      {
        file: 'proxy/payments/complete-payments.ts',
        line: "if (payment.state !== 'captured') return false;",
        instead: 'if (payment.captured >= 0) return false;',
      },
    ],
    story: canceled,
  },
  'a refund has another key each time, and the provider is not asked what it has done': {
    without: {
      file: 'proxy/payments/complete-payments.ts',
      line: 'const known = outcomeIn(before);',
      instead: "const known: string = 'unknown'; external_reference += clock();",
    },
    story: { faults: ['loses'] },
  },
  'a refund is forgotten': {
    without: {
      file: 'proxy/journal/authorisation.ts',
      line: "if (authorisation.state !== 'captured') return false;",
      instead: 'if (Date.now() > 0) return false;',
    },
    story: { vendor: ['cancel'] },
  },
  'what was taken first is forgotten until the order is known to stand': {
    without: {
      file: 'proxy/payments/complete-payments.ts',
      line: "const isWaiting = (one: Authorisation) => due === 'hold' && pays(one);",
      instead: 'const isWaiting = (one: Authorisation) => pays(one) && one.amount < 0;',
    },
    story: { isChargedFirst: true },
  },
  'of two payments that were taken first neither goes back as a whole': {
    without: {
      file: 'proxy/journal/authorisation.ts',
      line: 'return authorisation === keptOf(all, due) ? Math.max(captured - due, 0) : captured;',
      instead: 'return keptOf(all, due) ? Math.max(captured - due, 0) : captured;',
    },
    story: { isChargedFirst: true, customer: 'chooses again' },
  },
  'nobody sees to a customer who has left': {
    without: {
      file: 'proxy/payments/complete-payments.ts',
      line: "recorded.state === 'new' && clock() >= recorded.opened_at + QUOTE_LIFETIME + LONGEST_PAYMENT;",
      instead: "recorded.state === 'new' && clock() < 0;",
    },
    story: { create: busy },
  },
};
for (const [name, { without, story }] of Object.entries(controls)) {
  test(`control: it fails if ${name}`, async () => {
    const changed = await loadChanged<{ readonly crashEverywhere: typeof crashEverywhere }>(
      without,
      ['test/proxy/payments/payment-story.ts', 'test/support/bank', 'test/judge'],
    );
    try {
      assert.notDeepEqual(await changed.crashEverywhere(story), []);
    } finally {
      await changed.close();
    }
  });
}

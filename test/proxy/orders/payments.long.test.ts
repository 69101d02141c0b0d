import test from 'node:test';
import assert from 'node:assert/strict';
import { type ChangedLine, loadChanged } from '../changed-copy.ts';
import { cutBefore } from './faulty.ts';
import { crashEverywhere, judge, type PaymentEnd, type PaymentStory } from './payment-story.ts';

const cutAfter: PaymentStory['create'] = async (request, platform) => {
  await platform(request);
  throw new TypeError('terminated');
};
const busy: PaymentStory['create'] = async () => Response.json({ code: '42901' }, { status: 429 });
const no: PaymentStory['create'] = async () => Response.json({ code: '42201' }, { status: 422 });

const stories: Record<string, PaymentStory> = {
  'an order that goes well': {},
  'an order that its customer sends again': { customer: 'retries' },
  'an order that is authorised again after a reload': { customer: 'reloads' },
  'an order without a response that has landed': { create: cutAfter },
  'an order without a response that never lands': { create: cutBefore },
  'the same, authorised again after a reload': { create: cutBefore, customer: 'reloads' },
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
}

/** Money that was taken before its order was canceled is given back by people, never voided. */
const canceled: PaymentStory = {
  vendor: ['cancel'],
  // The capture succeeds, but its response is lost until the order is canceled.
  faults: ['loses', 'is down', 'is down', 'is down', 'is down'],
};
function judgeCanceled({ became }: PaymentEnd): string | undefined {
  const isOneThing = Object.values(became).every(({ length }) => length === 1);
  return isOneThing ? undefined : JSON.stringify(became);
}
test('what was captured is never voided, though its order is canceled before that is known', async () => {
  assert.deepEqual(await crashEverywhere(canceled, judgeCanceled), []);
});

interface Control {
  readonly without: ChangedLine;
  readonly story: PaymentStory;
  readonly check?: typeof judge;
}
const controls: Record<string, Control> = {
  'what is unknown is not held': {
    without: {
      file: 'proxy/orders/intent.ts',
      line: "if (state !== 'placed' || !order) return 'hold';",
      instead: "if (state !== 'placed' || !order) return 'void';",
    },
    story: { create: cutAfter },
  },
  'what the journal says of a capture is not heeded': {
    without: {
      file: 'proxy/orders/authorisation.ts',
      line: "if (authorisation.state !== 'authorised' || due === 'hold') return undefined;",
      instead: "if (due === 'hold') return undefined;",
    },
    story: canceled,
    check: judgeCanceled,
  },
  'a capture has another key each time': {
    without: {
      file: 'proxy/orders/complete-payments.ts',
      line: '`capture-${reference}`',
      instead: '`capture-${reference}-${clock()}`',
    },
    story: { faults: ['loses'] },
  },
  'every authorisation of an order pays for it': {
    without: {
      file: 'proxy/orders/authorisation.ts',
      line: ' || authorisation !== payingOf(authorisations)',
      instead: '',
    },
    story: { customer: 'reloads' },
  },
  'nobody sees to a customer who has left': {
    without: {
      file: 'proxy/orders/complete-payments.ts',
      line: "const isWaiting = intent?.state === 'new';",
      instead: 'const isWaiting = false;',
    },
    story: { create: busy },
  },
};
for (const [name, { without, story, check = judge }] of Object.entries(controls)) {
  test(`control: it fails if ${name}`, async () => {
    const changed = await loadChanged<{ readonly crashEverywhere: typeof crashEverywhere }>(
      without,
      ['test/proxy/orders/payment-story.ts', 'test/support/fake-payments.ts'],
    );
    try {
      assert.notDeepEqual(await changed.crashEverywhere(story, check), []);
    } finally {
      await changed.close();
    }
  });
}

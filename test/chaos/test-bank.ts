import { paths } from '#contract/paths';
import type { TestConfirmationResponse } from '#contract/payment.schema';
import { testCards } from '#contract/test-cards';
import type { ProviderState } from '../../proxy/payments/provider.ts';
import { createTestProvider } from '../../proxy/payments/test.ts';
import { openStore } from '../../proxy/store/open.ts';
import type { BankedPayment } from '../judge/evidence.ts';
import type { Bank } from './bank.ts';

const ROWS = 'test-payment/';
const MOST_CONFIRMATIONS = 10;
/** With two of the cards the provider loses responses, or gets each call twice. */
const cards = { succeeds: 50, isDeclined: 10, needsSecondStep: 10, timesOut: 15, answersTwice: 15 };

const states: Readonly<Partial<Record<ProviderState, BankedPayment['state']>>> = {
  authorised: 'held',
  captured: 'taken',
  voided: 'released',
};

/** The built-in provider, whose payments are in the store of the proxies, and go back with it. */
export async function openTestBank(storeUrl: string): Promise<Bank> {
  const store = await openStore(storeUrl);
  const provider = createTestProvider({ store, clock: Date.now });

  return {
    env: { PAYMENT_PROVIDER: 'test', PAYMENT: 'required' },
    nodeOptions: '',

    async confirm(client_secret, { dice, connection }) {
      for (let attempt = 1; attempt <= MOST_CONFIRMATIONS; attempt += 1) {
        const card = testCards[dice.weighted(cards)];
        const confirmation = { client_secret, card, is_approved: dice.chance(0.7) };
        const response = await connection.postTwice(paths.testPayment, confirmation, {});
        const { outcome } =
          response !== 'lost' && response.status === 200
            ? (response.body as TestConfirmationResponse)
            : {};
        if (outcome === 'authorised') return;
        await connection.pause(dice.delay(300, 2_000));
      }
    },

    disturb: () => {},
    calm: () => {},

    async payments() {
      const rows = await store.list(ROWS);
      return Promise.all(
        rows.map(async ({ key }) => {
          const payment = await provider.read(key.slice(ROWS.length));
          const { id, reference, state, captured, refunded } = payment;
          const captures = captured > 0 ? [captured] : [];
          const refunds = [refunded];
          return { id, reference, state: states[state] ?? 'open', captures, refunds };
        }),
      );
    },

    close: () => store.close(),
  };
}

import type {
  ConfirmOptions,
  ElementsOptions,
  StripeError,
  StripeScript,
} from '../../../src/visit/stripe-script.ts';
import { completeChallenge } from './challenge.ts';

/** What a card does in the fields of a script of ours in the place of Stripe's. */
export type StripeCard =
  'succeeds' | 'is challenged' | 'is declined' | 'is not approved' | 'is incomplete' | 'is lost';

const errors: Partial<Record<StripeCard, StripeError>> = {
  'is declined': { type: 'card_error', code: 'card_declined' },
  'is not approved': {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
  },
  'is lost': { type: 'api_connection_error' },
};

/** A script of ours in the place of Stripe's. Its fields are an input in the slot. */
export function createStripeScript(confirm: (clientSecret: string) => unknown) {
  const script = {
    card: 'succeeds' as StripeCard,
    isReady: true,
    keys: [] as string[],
    options: undefined as ElementsOptions | undefined,
    /** `mount`, `submit`, `confirm 9800` and so on. */
    steps: [] as string[],
  };
  const { steps } = script;
  const attempt = async (step: string, { clientSecret, redirect }: ConfirmOptions) => {
    steps.push(`${step} ${redirect}`);
    const isChallenged = script.card === 'is challenged';
    const isRefused = isChallenged && !(await completeChallenge());
    const error = errors[isRefused ? 'is not approved' : script.card];
    if (!error) await confirm(clientSecret);
    return error;
  };
  const open = (key: string): StripeScript => {
    script.keys.push(key);
    return {
      elements(options) {
        script.options = options;
        return {
          create: () => ({
            mount(element) {
              steps.push('mount');
              const label = document.createElement('label');
              label.textContent = 'Card at Stripe';
              label.append(document.createElement('input'));
              element.append(label);
            },
            on(event, listener) {
              if (event === (script.isReady ? 'ready' : 'loaderror')) queueMicrotask(listener);
            },
            destroy: () => void steps.push('destroy'),
          }),
          update: (charge) =>
            void steps.push(`update ${charge.mode === 'setup' ? charge.mode : charge.amount}`),
          async submit() {
            steps.push('submit');
            return script.card === 'is incomplete' ? { error: { type: 'validation_error' } } : {};
          },
        };
      },
      async confirmPayment(options) {
        const error = await attempt('confirm', options);
        if (error) return { error };
        const { options: shown } = script;
        const isTaken = shown?.mode === 'payment' && shown.captureMethod === 'automatic';
        return { paymentIntent: { status: isTaken ? 'succeeded' : 'requires_capture' } };
      },
      async confirmSetup(options) {
        const error = await attempt('save', options);
        return error ? { error } : { setupIntent: { status: 'succeeded' } };
      },
    };
  };
  return Object.assign(script, { open });
}

import { trusted } from '../page/trusted.ts';
import { ownDocument } from '../page/unshadowed.ts';

/** The part of Stripe's script that is used here, as Stripe documents it. */
export interface StripeScript {
  elements(options: ElementsOptions): StripeElements;
  confirmPayment(options: ConfirmOptions): Promise<{
    readonly error?: StripeError;
    readonly paymentIntent?: { readonly status: string };
  }>;
  confirmSetup(options: ConfirmOptions): Promise<{
    readonly error?: StripeError;
    readonly setupIntent?: { readonly status: string };
  }>;
}

export interface ConfirmOptions {
  readonly elements: StripeElements;
  readonly clientSecret: string;
  readonly confirmParams: { readonly return_url: string };
  readonly redirect: 'if_required';
}

/** What is paid; without an amount a method is kept. */
export type ChargeOptions = {
  readonly currency: string;
  readonly allowedPaymentMethodTypes: readonly string[];
} & (
  | { readonly mode: 'setup' }
  | {
      readonly mode: 'payment';
      /** In Stripe's smallest unit of the currency. */
      readonly amount: number;
      readonly captureMethod: 'manual' | 'automatic';
    }
);

export type ElementsOptions = ChargeOptions & {
  readonly locale: string;
  readonly appearance: StripeAppearance;
};

export interface StripeAppearance {
  readonly theme: 'stripe' | 'night';
  readonly variables: Readonly<Record<string, string>>;
}

export interface StripeElements {
  create(type: 'payment'): StripeElement;
  update(options: ChargeOptions): Promise<void> | void;
  submit(): Promise<{ readonly error?: StripeError }>;
}

export interface StripeElement {
  mount(element: HTMLElement): void;
  on(event: 'ready' | 'loaderror', listener: () => void): void;
  destroy(): void;
}

export interface StripeError {
  readonly type: string;
  readonly code?: string;
  readonly payment_intent?: { readonly status: string };
  readonly setup_intent?: { readonly status: string };
}

type OpenStripe = (publishableKey: string) => StripeScript;

/** It has to come from Stripe; its version is that of the proxy's package. */
const SCRIPT = 'https://js.stripe.com/endive/stripe.js';

let loading: Promise<void> | undefined;

/** Loads Stripe's script, unless the page has it already. A failure can be tried again. */
export async function loadStripe(): Promise<OpenStripe> {
  if (!openerOf()) {
    loading ??= load().finally(() => {
      loading = undefined;
    });
    await loading;
  }
  const opener = openerOf();
  if (!opener) throw new Error('the script is not that of Stripe');
  return opener;
}

async function load(): Promise<void> {
  const script = ownDocument.createElement('script');
  const loaded = new Promise<void>((resolve, reject) => {
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => reject(new Error('the script is not loaded')));
  });
  script.src = trusted('createScriptURL', SCRIPT);
  ownDocument.head.append(script);
  await loaded.finally(() => script.remove());
}

function openerOf(): OpenStripe | undefined {
  const { Stripe } = globalThis as { readonly Stripe?: unknown };
  return typeof Stripe === 'function' ? (Stripe as OpenStripe) : undefined;
}

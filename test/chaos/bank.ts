import type { BankedPayment } from '../judge/evidence.ts';
import type { Dice } from '../simulation/dice.ts';
import type { Connection } from './connection.ts';
import { openStripeBank } from './stripe-bank.ts';
import { openTestBank } from './test-bank.ts';

/** The payment provider of a run. */
export interface Bank {
  /** Settings of a proxy that has its orders paid there. */
  readonly env: Readonly<Record<string, string>>;
  /** Node's options for it. */
  readonly nodeOptions: string;
  /** What the customer does in the browser to confirm a payment; not all customers succeed. */
  confirm(clientSecret: string, customer: PayingCustomer): Promise<void>;
  /** From now on calls fail, or are done and their responses lost. */
  disturb(): void;
  calm(): void;
  payments(): Promise<readonly BankedPayment[]>;
  close(): Promise<void>;
}

export interface PayingCustomer {
  readonly dice: Dice;
  readonly connection: Pick<Connection, 'postTwice' | 'pause'>;
}

export const banks = ['stripe', 'test'] as const;
export type BankName = (typeof banks)[number];

/** @param storeUrl of the proxies, where the test provider has its payments */
export function openBank(name: BankName, dice: Dice, storeUrl: string): Promise<Bank> {
  return name === 'stripe' ? openStripeBank(dice) : openTestBank(storeUrl);
}

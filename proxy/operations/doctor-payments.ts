import { minorDigits } from '#contract/currency';
import { paths } from '#contract/paths';
import type { SiteContext } from '../context.ts';
import { askProvider } from '../payments/ask-provider.ts';
import { demandOf, isPaid } from '../payments/demand.ts';
import { keyRemedy } from '../payments/key-alarm.ts';
import { countOpenPayments } from '../payments/open-payments.ts';
import { KeyRefused, type ProviderSetUp, type Webhook } from '../payments/provider.ts';
import { providerOf } from '../payments/site-provider.ts';
import { stripeLimits } from '../payments/stripe-limits.ts';
import type { PlatformEvent } from '../platform/translate.ts';
import { areTestKeys } from '../stripe-keys.ts';
import type { Say } from './say.ts';

/** As many as an operator needs to see what is wrong. */
const NAMED_EVENTS = 5;

type Site = SiteContext['site'];

/**
 * What is held or has to be given back, and whether the provider lets the site take, save and give
 * back money. No money is moved. `events`: those on sale.
 */
export async function checkPayments(
  events: readonly PlatformEvent[],
  context: SiteContext,
  say: Say,
): Promise<void> {
  await countPayments(context, say);
  const setUp = await examineSetUp(context, say);
  if (!setUp) return;
  const { site } = context;
  checkKey(setUp, site, say);
  checkPublishableKey(setUp, say);
  checkAccount(setUp, site, say);
  checkWebhooks(setUp, context, say);
  checkMinimum(events, setUp, site, say);
}

/** What is held or has to be given back, where orders are paid or were. */
async function countPayments(context: SiteContext, say: Say): Promise<void> {
  const { held, saved, refunding, by_hand } = await countOpenPayments(context);
  const isUsed = isPaid(context.site.payments) || held + saved + refunding + by_hand > 0;
  if (!isUsed) return;
  say('ok', `payments: ${held} held, ${saved} saved, ${refunding} being refunded`);
  if (by_hand > 0) {
    const remedy = 'give them back at the provider; the alarms payment-unrefunded name the orders';
    say('warn', `payments: ${by_hand} left to you to refund; ${remedy}`);
  }
}

/** Undefined where there is nothing to ask, or the provider does not answer. */
async function examineSetUp(context: SiteContext, say: Say): Promise<ProviderSetUp | undefined> {
  const { site } = context;
  const { name, examine } = (site.stripe && providerOf(site, context)) ?? {};
  if (!examine) return undefined;
  const saves_methods = site.payments.requests === 'save';
  try {
    return await askProvider(() => examine({ saves_methods }));
  } catch (error) {
    if (error instanceof KeyRefused) say('fail', `payment: ${keyRemedy}`);
    else say('warn', `payment: ${name} cannot be reached from here, or is failing`);
    return undefined;
  }
}

function checkKey({ lacking }: ProviderSetUp, { payments }: Site, say: Say): void {
  if (lacking.length > 0) {
    const where = 'edit it under Developers → API keys';
    say('fail', `payment: the secret key may not write ${lacking.join(', ')}; ${where}`);
    return;
  }
  const saves = payments.requests === 'save' ? 'save cards, ' : '';
  say('ok', `payment: Stripe takes the key, which may ${saves}take money and give it back`);
}

function checkPublishableKey({ publishable_key }: ProviderSetUp, say: Say): void {
  const remedy = 'take both keys from the same page, Developers → API keys';
  switch (publishable_key) {
    case 'same-account':
      return say('ok', 'payment: the publishable key is of the same account');
    case 'other-account':
      return say(
        'fail',
        `payment: the publishable key is of another account, so nobody can pay; ${remedy}`,
      );
    case 'refused':
      return say(
        'fail',
        `payment: Stripe does not know the publishable key, so nobody can pay; ${remedy}`,
      );
    case 'unproven':
      return say(
        'warn',
        'payment: whether the publishable key is of the same account shows once there is a payment; order something, and ask again',
      );
  }
}

function checkAccount({ account }: ProviderSetUp, { stripe }: Site, say: Say): void {
  if (!account) {
    const remedy = 'give it Read for Accounts, or look at the dashboard';
    return say('warn', `payment: the key may not read whether the account can charge; ${remedy}`);
  }
  const { can_charge, obstacle, currency } = account;
  if (can_charge) {
    return say(
      'ok',
      `payment: the account can charge${currency ? `, and is paid out in ${currency}` : ''}`,
    );
  }
  const why = obstacle ? ` (${obstacle})` : '';
  const remedy = "complete it in Stripe's dashboard";
  // Test cards are taken all the same.
  if (stripe && areTestKeys(stripe)) {
    return say('warn', `payment: the account cannot take real money yet${why}; ${remedy}`);
  }
  say('fail', `payment: the account cannot charge${why}, so nobody can pay; ${remedy}`);
}

/** Without a signing secret, `checkSettings` has said that events are not taken. */
function checkWebhooks({ webhooks }: ProviderSetUp, { site, config }: SiteContext, say: Say): void {
  if (site.stripe?.webhook_secret === undefined) return;
  if (!webhooks) {
    const remedy = 'give it Read for Webhook Endpoints, or look at the dashboard';
    return say('warn', `payment: the key may not read the webhooks; ${remedy}`);
  }
  const isSingle = config.sites.length === 1;
  const address = config.PUBLIC_URL + paths.stripeEvents + (isSingle ? '' : `?site=${site.key}`);
  const ours = webhooks.filter(({ url }) => isAddress(url, address, isSingle));
  const [first, ...others] = ours.filter(({ is_enabled }) => is_enabled);
  if (!first) return say('warn', `payment: ${whyUnheard(ours, webhooks, address)}`);
  if (others.length > 0) {
    const remedy = 'each signs with a secret of its own; leave one';
    return say('warn', `payment: ${others.length + 1} webhooks lead to ${address}; ${remedy}`);
  }
  if (first.lacking.length > 0) {
    return say('warn', `payment: the webhook does not send ${first.lacking.join('; ')}; add them`);
  }
  say('ok', `payment: the webhook leads to ${address}, with all events that are needed`);
}

function whyUnheard(ours: readonly Webhook[], all: readonly Webhook[], address: string): string {
  if (ours.length > 0) return `the webhook at ${address} is disabled; enable it`;
  const { host } = new URL(address);
  const near = all.filter(({ url }) => URL.canParse(url) && new URL(url).host === host);
  const instead =
    near.length > 0 ? `, but to ${near.map(({ url }) => withoutSecrets(url)).join(', ')}` : '';
  return `no webhook leads to ${address}${instead}; what changes at Stripe is noticed late`;
}

/** Other programs on the machine may have a token in theirs. */
function withoutSecrets(url: string): string {
  const { origin, pathname, searchParams } = new URL(url);
  const site = searchParams.get('site');
  return origin + pathname + (site === null ? '' : `?site=${site}`);
}

/** A single site's may name it too. */
function isAddress(url: string, address: string, isSingle: boolean): boolean {
  if (!URL.canParse(url)) return false;
  const given = new URL(url);
  if (isSingle) given.search = '';
  return given.href === new URL(address).href;
}

/** Names events with a price of which the smallest order is too small to be paid. */
function checkMinimum(
  events: readonly PlatformEvent[],
  { account }: ProviderSetUp,
  { payments }: Site,
  say: Say,
): void {
  const tooSmall = new Map<string, Set<string>>();
  for (const { id, vendor_id, price_group } of events) {
    if (demandOf(payments, vendor_id) === 'none') continue;
    const { prices, min_participants } = price_group;
    for (const { value, currency } of prices) {
      const smallest = value * Math.max(1, min_participants);
      if (smallest === 0 || smallest >= stripeLimits(currency).least) continue;
      tooSmall.set(currency, (tooSmall.get(currency) ?? new Set()).add(id));
    }
  }
  for (const [currency, ids] of tooSmall) {
    const named = [...ids].slice(0, NAMED_EVENTS).join(', ');
    const minimum = `less than Stripe takes, ${textOf(currency)}${orConverted(currency, account)}`;
    say('warn', `payment: ${ids.size} events have a price of ${minimum}: ${named}`);
  }
}

/** The minimum goes by the currency in which the account is paid out. */
function orConverted(currency: string, account: ProviderSetUp['account']): string {
  const other = account?.currency;
  if (other === undefined || other === currency) return '';
  return ` or what converts to ${textOf(other)}`;
}

function textOf(currency: string): string {
  const digits = minorDigits(currency);
  const amount = stripeLimits(currency).least / 10 ** digits;
  return `${currency} ${amount.toFixed(digits)}`;
}

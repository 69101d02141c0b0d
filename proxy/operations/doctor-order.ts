import { toInstant } from '../clock.ts';
import type { ProxyContext, SiteContext } from '../context.ts';
import { unclearSince } from '../journal/authorisation.ts';
import type { Intent } from '../journal/intent.ts';
import { createIntentIndex } from '../journal/intent-index.ts';
import { createJournal } from '../journal/journal.ts';
import { createStatusRecords, sumPayments } from '../journal/status.ts';
import { createPlatform } from '../platform/platform.ts';
import { explainPlatform } from './doctor-site.ts';
import { problemAdvice } from './problem-advice.ts';
import type { Say } from './say.ts';

type Options = Omit<ProxyContext, 'log'>;

interface Found {
  readonly id: string;
  readonly intent: Intent;
}

const meanings: Readonly<Record<Intent['state'], string>> = {
  new: 'nothing was sent',
  sending: 'it is being sent, or whoever sent it has ended',
  unknown: 'it was sent, no clear response came, and the platform is asked again',
  placed: 'the platform has it',
  refused: 'it was refused',
  absent: 'it was sent, and the platform does not have it',
};

/**
 * Reports an order, by its code, its id on the platform or its reference: from the journal, then
 * from the platform. It changes nothing.
 */
export async function examineOrder(name: string, options: Options, say: Say): Promise<void> {
  let isFound = false;
  for (const site of options.config.sites) {
    const context: SiteContext = { ...options, site, log: () => {} };
    for (const found of await findIntents(name, context)) {
      isFound = true;
      describeIntent(found.intent, say);
      await describeLookups(found, context, say);
      await describeStatus(found, context, say);
      await describePlatform(found.intent, context, say);
    }
  }
  if (!isFound) {
    say('fail', `order: the journal knows no ${name}; it takes a code, an id or a reference`);
  }
}

async function findIntents(name: string, context: SiteContext): Promise<Found[]> {
  const found: Found[] = [];
  await createJournal({ index: createIntentIndex(context), raiseAlarm: () => {} }, context).visit(
    async (id, intent) => {
      const { external_reference, order } = intent;
      if ([external_reference, order?.id, order?.code].includes(name)) found.push({ id, intent });
    },
  );
  return found;
}

function describeIntent(intent: Intent, say: Say): void {
  const { state, external_reference, attempt, opened_at, sent_at, ended_at, order } = intent;
  const level = state === 'sending' || state === 'unknown' ? 'warn' : 'ok';
  say(level, `order: ${state}; ${meanings[state]}`);
  say('ok', `reference: ${external_reference}, attempts: ${attempt}`);
  const times = { opened: opened_at, sent: sent_at, ended: ended_at ?? 0 };
  const past = Object.entries(times).filter(([, time]) => time > 0);
  say('ok', `times: ${past.map(([event, time]) => `${event} ${toInstant(time)}`).join(', ')}`);
  if (order) say('ok', `platform's order: ${order.code} (${order.id}), ${order.status}`);
  const { authorisations = [] } = intent;
  for (const authorisation of authorisations) {
    const since = unclearSince(authorisation);
    const asked = since === undefined ? '' : `, without an outcome since ${toInstant(since)}`;
    say(asked ? 'warn' : 'ok', `payment: ${authorisation.state}${asked}`);
  }
  const { payment_failure: failure } = intent;
  if (failure) {
    const { operation, code, request_id = 'no request id', at } = failure;
    say('warn', `payment: ${operation} has failed with ${code} (${request_id}), ${toInstant(at)}`);
  }
  const code = intent.problem?.code;
  if (code) say('ok', `problem: ${code}; ${problemAdvice[code]}`);
}

async function describeLookups({ id }: Found, context: SiteContext, say: Say): Promise<void> {
  const open = await createIntentIndex(context).findOpen({ site: context.site.key, id });
  if (!open?.row) return;
  const { looks, next_look_at } = open.row;
  say('ok', `look-ups: ${looks}, the next one at ${toInstant(next_look_at)}`);
}

async function describeStatus({ id }: Found, context: SiteContext, say: Say): Promise<void> {
  const status = await createStatusRecords(context).find(id);
  if (!status) return;
  const { details, read_at, payments } = status;
  if (details) {
    const participants = details.tickets.flatMap((ticket) => ticket.participants);
    const checkedIn = participants.filter(({ checked_in }) => checked_in !== null).length;
    const facts = [
      details.status ?? 'without a status',
      `tickets: ${details.tickets.length}`,
      `participants: ${participants.length}, checked in: ${checkedIn}`,
      details.payment_date === null ? 'not paid' : `paid ${details.payment_date}`,
    ];
    say('ok', `status: ${facts.join(', ')}; read ${toInstant(read_at)}`);
  }
  const { paid, refunded } = sumPayments(payments);
  if (payments.length > 0) say('ok', `payments: ${paid} paid, ${refunded} refunded (minor units)`);
}

async function describePlatform(
  { external_reference, order }: Intent,
  context: SiteContext,
  say: Say,
): Promise<void> {
  try {
    const { orders, isComplete } = await createPlatform(context).findOrders(external_reference);
    for (const { code, id, status } of orders) {
      say('ok', `platform: ${code} (${id}), ${status ?? 'without a status'}`);
    }
    if (orders.length > 1) say('fail', 'platform: several orders have this reference');
    const hasMore = isComplete ? 'no order has' : 'it does not say whether an order has';
    const isMissing = orders.length === 0;
    if (isMissing) say(order ? 'fail' : 'ok', `platform: ${hasMore} this reference`);
  } catch (error) {
    say('warn', await explainPlatform(error, context));
  }
}

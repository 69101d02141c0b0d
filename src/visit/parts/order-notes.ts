import { html, nothing, type TemplateResult } from 'lit';
import type { IntentResponse } from '#contract/order.schema';
import type { QuotedOrder } from '#contract/quote.schema';
import type { Site } from '#contract/site.schema';
import type { Vendor } from '#contract/vendor.schema';
import { type Attempt, isUnsettledAttempt } from '../../domain/attempt.ts';
import { customerZone, dayIn } from '../../domain/zone.ts';
import { type Fact, renderFacts } from '../../elements/parts/facts.ts';
import { type LineDate, lostLineOf, lostText } from '../../elements/parts/lost-line.ts';
import { failureText } from '../../elements/parts/problem-note.ts';
import type { Words } from '../../messages/words.ts';
import { endedPayment, paymentWords } from './payment-words.ts';
import { reasonText } from './reason-text.ts';
import { contactOf } from './sold-by.ts';
import { whenText } from './ticket-line.ts';

/** An order that is being checked. */
export function checkingNote(
  order: QuotedOrder | undefined,
  { settled_by, payment }: IntentResponse,
  site: Site | undefined,
  words: Words,
): TemplateResult {
  const sent = { isAccepted: false, payment };
  return html`<section class="note" role="status">
    <h2 class="heading" tabindex="-1">${words.say('checking')}</h2>
    <p>
      ${words.say('checkingMore')}
      ${settled_by ? words.say('checkingUntil', { time: words.time(customerZone(), settled_by) }) : nothing}
    </p>
    ${order && payment ? html`<p>${paymentWords(order, undefined, site, words, sent)}</p>` : nothing}
    ${order && renderDates(order, words)}
  </section>`;
}

interface Forgotten {
  order: QuotedOrder | undefined;
  /** Undefined for the order of a copied link. */
  attempt: Attempt | undefined;
  vendor: Vendor | undefined;
  /** What the customer can do next. */
  buttons: unknown;
}

/** An order that was being checked, but of which the proxy no longer has a record. */
export function forgottenNote(
  { order, attempt, vendor, buttons }: Forgotten,
  words: Words,
): TemplateResult {
  const { sent, failure } = attempt ?? {};
  const when = sent && [
    words.longDay(dayIn(customerZone(), sent)),
    words.time(customerZone(), sent),
  ];
  const facts: Fact[] = [
    [words.say('sentAt'), when && words.list(...when)],
    [words.say('soldBy'), order && contactOf(order, vendor)],
  ];
  return html`<section class="note" role="alert">
    <h2 class="heading" tabindex="-1">${words.say('forgotten')}</h2>
    <p>
      ${
        order
          ? words.say('forgottenMore', { vendor: order.vendor_name })
          : words.problem('idempotency-key-reused')
      }
    </p>
    ${order && renderDates(order, words)}
    <div class="small">${renderFacts(facts)}</div>
    ${failure ? html`<p>${failureText(failure, words)}</p>` : nothing} ${buttons}
  </section>`;
}

/**
 * One of several orders that was not placed, and the reason.
 * @param instead the other starts for a line whose date is lost
 */
export function unplacedNote(
  attempt: Attempt,
  vendor: Vendor | undefined,
  instead: (line: LineDate) => unknown,
  words: Words,
): TemplateResult {
  const { order, failure, state } = attempt;
  const lost = lostLineOf(order.lines, failure);
  return html`<section class="note">
    <h2 class="heading" tabindex="-1">
      ${words.say(isUnsettledAttempt(attempt) ? 'notKnown' : 'notOrdered')}
    </h2>
    <p>${lost ? lostText(lost, words) : reasonText(attempt, words)}</p>
    ${renderDates(order, words)}
    ${state === 'unrecorded' ? html`<p>${contactOf(order, vendor)}</p>` : nothing}
    ${lost ? instead(lost.line) : nothing}
  </section>`;
}

/** An order that was sent and is not in the vendor's books. */
export function absentNote({ payment }: IntentResponse, button: unknown, words: Words) {
  return html`<section class="note" role="alert">
    <h2 class="heading" tabindex="-1">${words.say('absent')}</h2>
    <p>${words.say('absentMore')} ${payment ? endedPayment(payment, words) : nothing}</p>
    ${button}
  </section>`;
}

function renderDates({ lines }: QuotedOrder, words: Words) {
  return lines.map(
    (line) => html`<p class="small">${words.list(line.title, whenText(line, words))}</p>`,
  );
}

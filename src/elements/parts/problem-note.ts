import { html, type TemplateResult } from 'lit';
import type { ProblemCode } from '#contract/problem.schema';
import type { Failure } from '../../domain/failure.ts';
import type { ListWords } from '../../messages/words.ts';

/** Products that a failure can be about. */
interface Offer {
  products: { product_id: string; name: string }[];
}

/** A failure as a text for the customer. If it is about a product, the text names the product. */
export function failureText(failure: Failure, words: ListWords, ...offers: Offer[]): string {
  switch (failure.kind) {
    case 'problem':
      for (const { name, product_id } of offers.flatMap(({ products }) => products)) {
        const fault = failure.problem.errors.find((error) => error.product_id === product_id);
        const left = fault?.left ? ` (${words.say('left', { count: fault.left })})` : '';
        if (fault) return `${name}: ${words.problem(fault.code)}${left}`;
      }
      return failure.problem.detail ?? problemText(failure.problem.code, failure.retryAfter, words);
    case 'connection':
      return words.say('offline');
    case 'unreadable':
      // The response may come from a gateway in front of the proxy, so only the status means
      // something.
      if (failure.status === 429) {
        return problemText('too-many-requests', failure.retryAfter, words);
      }
      return failure.status > 501 ? words.problem('platform-down') : words.say('unreadable');
    case 'elsewhere':
      return failure.code
        ? words.say('elsewherePlaced', { code: failure.code })
        : words.say('elsewhereChecking');
    case 'payment':
      return failure.reason;
    case 'unexpected':
      return words.problem('internal-error');
  }
}

function problemText(code: ProblemCode, retryAfter: number | undefined, words: ListWords): string {
  return code === 'too-many-requests' && retryAfter
    ? words.say('tooManyUntil', { when: words.inTime(retryAfter) })
    : words.problem(code);
}

/** A problem, with links and buttons for what the customer can do about it. */
export function problemNote(text: string, ...ways: unknown[]): TemplateResult {
  return html`<div class="note" role="alert">${text} ${ways.map((way) => html`${way} `)}</div>`;
}

export function quietButton(label: string, onClick: () => void): TemplateResult {
  return html`<button type="button" class="quiet" @click=${onClick}>${label}</button>`;
}

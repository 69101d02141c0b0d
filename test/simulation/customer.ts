import type { OrderRequest } from '#contract/order.schema';
import { unlimited } from '../../proxy/guards/visitor.ts';
import { ProblemError } from '../../proxy/http/problems.ts';
import type { Intent } from '../../proxy/journal/intent.ts';
import type { Heard, Word } from '../judge/evidence.ts';
import type { SimulatedBank } from './bank.ts';
import type { Dice } from './dice.ts';
import type { Meet, Odds } from './hostilities.ts';
import type { Process } from './process.ts';
import type { Timeline } from './timeline.ts';

export interface Customer {
  /** What the customer was told, in this order. */
  readonly heard: readonly Heard[];
  /** Whether the customer has no pending request and will send none. */
  readonly isDone: () => boolean;
}

interface StoryContext {
  readonly timeline: Timeline;
  readonly dice: Dice;
  readonly odds: Odds;
  readonly meet: Meet;
  /** Where orders have to be paid. */
  readonly bank: SimulatedBank | undefined;
  /** The process that a balancer would choose now. */
  readonly anyProcess: () => Process;
}

type Response = { readonly word: Word } | 'lost';

export const KEY = 'key';
const CONTENT: Omit<OrderRequest, 'quote'> = {
  lines: [{ date_id: 'd', participants: [{ price_id: 1 }, { price_id: 1 }] }],
  contact: { name: 'Ida Meyer', email: 'ida@example.com' },
  lang: 'de',
};
/** How long a browser waits for a response. */
const RESPONSE_TIMEOUT = 60_000;
/** From the quote to the order. */
const LONGEST_HESITATION = 300_000;
const MOST_REQUESTS = 20;
const MOST_LOOKS = 12;
/** From the open field to the confirmation. */
const LONGEST_TYPING = 120_000;

const wordOf: Readonly<Record<Intent['state'], Word>> = {
  new: 'not-sent',
  sending: 'checking',
  unknown: 'checking',
  placed: 'placed',
  refused: 'refused',
  absent: 'absent',
};
const outcomes: ReadonlySet<Word | undefined> = new Set(['placed', 'refused', 'absent'] as const);

/**
 * Places one order: sends it again under the same key until there is a clear response, polls, or
 * leaves. Balancers repeat requests, and connections are lost.
 */
export function startCustomer({
  timeline,
  dice,
  odds,
  meet,
  bank,
  anyProcess,
}: StoryContext): Customer {
  let quote = '';
  const heard: Heard[] = [];
  let isUnclear = false;
  /** Older widgets send no submission number. */
  const isCounted = dice.chance(0.5);
  const isPatient = dice.chance(0.3);
  let hasLeft = false;
  let underWay = 0;
  const requests = new Set<{ readonly process: Process }>();

  async function order(submission: number, isDoubled = false): Promise<Response> {
    const process = anyProcess();
    const request = { process };
    requests.add(request);
    await process.receive();
    const content = { ...CONTENT, quote };
    try {
      const { intent } = await (isCounted
        ? process.placer.place({ ...content, submission }, KEY, unlimited)
        : process[isDoubled ? 'twinPlacer' : 'placer'].place(content, KEY, unlimited));
      return { word: wordOf[intent.state] };
    } catch (error) {
      // Every other error is a 500 or 503: nothing was sent by this request.
      if (!(error instanceof ProblemError) && !(error instanceof Error)) throw error;
      return { word: 'not-sent' };
    } finally {
      requests.delete(request);
    }
  }

  /** As the widget does before it sends an order. Resolves to whether the order may be sent. */
  async function pay({ confirm }: SimulatedBank): Promise<boolean> {
    if (dice.chance(odds.unpaidRequest)) {
      meet('an order that nobody has paid');
      return true;
    }
    const process = anyProcess();
    const request = { process };
    requests.add(request);
    try {
      await process.receive();
      const payment = await process.checkout.make({ quote }, KEY, unlimited);
      if (payment.is_confirmed) return true;
      await timeline.sleep(dice.delay(5_000, LONGEST_TYPING));
      return await confirm(payment.client_secret);
    } catch {
      return false;
    } finally {
      requests.delete(request);
    }
  }

  async function isPaid(): Promise<boolean> {
    if (!bank) return true;
    const longest = RESPONSE_TIMEOUT + LONGEST_TYPING;
    return Promise.race([pay(bank), timeline.sleep(longest).then(() => false)]);
  }

  async function ask(): Promise<Response> {
    const process = anyProcess();
    await process.receive();
    const intent = await process.reconciler.reconcile(KEY, 'question').catch(() => undefined);
    // Nothing is recorded yet, so the request may still be pending; or the question has failed.
    return intent ? { word: wordOf[intent.state] } : 'lost';
  }

  /** A connection may be lost before or after the request was handled. */
  async function over(request: () => Promise<Response>, onHandled = () => {}): Promise<Response> {
    if (dice.chance(0.05)) return never();
    underWay += 1;
    await timeline.sleep(dice.delay(100, 20_000));
    underWay -= 1;
    const response = await request();
    onHandled();
    await timeline.sleep(dice.delay(100, 5_000));
    return dice.chance(0.15) ? never() : response;
  }

  /**
   * Sends the same request twice. A balancer repeats a request when the connection is lost, so
   * nobody receives a response that was ready before the repetition.
   */
  async function doubled(submission: number): Promise<Response> {
    let [isHandled, isFirstLost] = [false, false];
    const first = over(
      () => order(submission, true),
      () => (isHandled = true),
    );
    await timeline.sleep(dice.delay(50, 3_000));
    const second = over(() => {
      isFirstLost = isHandled;
      return order(submission, true);
    });
    return Promise.race([first.then((response) => (isFirstLost ? second : response)), second]);
  }

  async function within(response: Promise<Response>): Promise<Response> {
    return Promise.race([response, timeline.sleep(RESPONSE_TIMEOUT).then((): Response => 'lost')]);
  }

  /** An order that may have been sent stays unclear until the journal has an outcome. */
  function hear(response: Response): void {
    const word = response === 'lost' ? 'checking' : response.word;
    if (word === 'checking') isUnclear = true;
    const isCleared = word !== 'not-sent' || !isUnclear;
    heard.push({ word: isCleared ? word : 'checking', at: timeline.now() });
  }

  /** Again where the process has crashed meanwhile. */
  async function requestQuote(): Promise<void> {
    while (quote === '') {
      const requested = anyProcess().quote();
      quote = await Promise.race([requested, timeline.sleep(RESPONSE_TIMEOUT).then(() => '')]);
    }
    await timeline.sleep(dice.delay(5_000, LONGEST_HESITATION));
  }

  async function act(): Promise<void> {
    await requestQuote();
    for (let request = 1; request <= MOST_REQUESTS; request += 1) {
      const last = heard.at(-1)?.word;
      const mayAsk = request > 1 && last !== 'not-sent';
      const send = dice.chance(odds.doubledRequest)
        ? doubled
        : (press: number) => over(() => order(press));
      const asks = mayAsk && dice.chance(0.5);
      if (asks || (await isPaid())) hear(await within(asks ? over(ask) : send(request)));
      if (outcomes.has(heard.at(-1)?.word)) return;
      // Some customers leave after any response.
      if (dice.chance(isPatient ? 0.02 : 0.2)) return;
      await timeline.sleep(dice.delay(3_000, isPatient ? 300_000 : 60_000));
    }
  }

  /** Looks at the ticket again, and pays what is due. */
  async function payDue({ confirm }: SimulatedBank): Promise<void> {
    for (let look = 0; look < MOST_LOOKS; look += 1) {
      await timeline.sleep(dice.delay(300_000, 1_200_000));
      const again = anyProcess().checkout.makeAgain(KEY);
      const payment = await Promise.race([again, timeline.sleep(RESPONSE_TIMEOUT)]).catch(() => {});
      if (!payment || payment.is_confirmed) continue;
      meet('a payment of what is due');
      await confirm(payment.client_secret);
    }
  }

  const comesBack = dice.chance(0.7);
  void act().then(() => {
    hasLeft = true;
    if (bank && comesBack) void payDue(bank);
  });
  return {
    heard,
    isDone: () =>
      hasLeft && underWay === 0 && [...requests].every(({ process }) => process.hasEnded()),
  };
}

function never<T>(): Promise<T> {
  return new Promise(() => {});
}

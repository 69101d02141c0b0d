import { HOUR, MINUTE } from '#contract/milliseconds';
import { sendTimeOf } from '../../proxy/time-limits.ts';
import type { Evidence, Word } from '../judge/evidence.ts';
import { judge } from '../judge/judge.ts';
import { judgeOrder } from '../judge/judge-order.ts';
import { openSimulatedBank } from './bank.ts';
import { createBooks } from './booked-orders.ts';
import { KEY, startCustomer } from './customer.ts';
import { createDateHeader, createWanderingDate } from './date-header.ts';
import { createDice, type Dice } from './dice.ts';
import { evidenceOf } from './evidence.ts';
import { type Hostility, type Meet, usualOdds } from './hostilities.ts';
import { createFakePlatform } from './platform.ts';
import { config, type Process, startProcess, type Weakening } from './process.ts';
import { createRewindableStore } from './rewindable-store.ts';
import { createTimeline, type Timeline } from './timeline.ts';
import { makeTrouble, TOUCH_EVERY, TROUBLE_ENDS } from './trouble.ts';
import { createVendor } from './vendor.ts';

export interface Story {
  readonly verdict: NonNullable<ReturnType<typeof judge>> | 'right';
  /** The last that the customer was told. */
  readonly told: Word | 'nothing';
  /** The state of the intent in the end; undefined where none was recorded. */
  readonly state: string | undefined;
  readonly landed: number;
  readonly met: readonly Hostility[];
}

export interface StoryOptions {
  readonly weakening?: Weakening;
  /** How late a create may land, in settle times. 1 keeps the assumption of the guarantee. */
  readonly lateness?: number;
  /** Whether a backup is restored, and the operator does not tell the proxies. */
  readonly isRestored?: 'untold';
  /** Whether the order has to be paid, and a vendor changes it later. */
  readonly isPaid?: boolean;
}

const SETTLE_TIME = config.ORDER_SETTLE_SECONDS * 1000;
/** Long after the last possible landing, so that every order can be settled. */
const END = 6 * HOUR;
/** How often the story checks whether it is over. */
const SLICE = MINUTE;
const COMPLETE_EVERY = 90_000;
/** After the trouble the completer runs rarely, because open orders are polled rarely. */
const COMPLETE_SELDOM = 5 * MINUTE;
/** Within this time after an order can be settled, somebody has to have looked. */
const SLACK = 15 * MINUTE;
/** Longer than the pause between two sweeps. */
const SWEEP_PAUSE = 6 * MINUTE;
/** As many as it takes until the last order is listed. */
const MOST_SWEEPS = 5;
const TIDIED = 15 * MINUTE;
/** By then somebody has learnt what the vendor has done, and has seen to the money. */
const NEWS = 40 * MINUTE;
/** How far wall clocks are from true time. */
const CLOCK_ERROR = 2_000;
const LARGE_CLOCK_ERROR = HOUR / 2;

/**
 * Simulates one customer's order from the first request to the end, with the random numbers of its
 * seed.
 */
export async function tellStory(
  seed: string,
  { weakening = {}, lateness = 1, isRestored, isPaid = false }: StoryOptions = {},
): Promise<Story> {
  const timeline = createTimeline();
  const dice = createDice(seed);
  const odds = { ...usualOdds, ...weakening.odds };
  const met = new Set<Hostility>();
  const meet: Meet = (hostility) => void met.add(hostility);
  const store = createRewindableStore(timeline);
  const landing = { latest: lateness * SETTLE_TIME };
  const allBooks = createBooks({ timeline, dice, meet }, landing);
  const vendor = isPaid ? createVendor(allBooks, { timeline, dice, meet }) : undefined;
  const books = vendor?.books ?? allBooks;
  const isRequest = vendor?.isRequest === true;
  const bank = isPaid ? openSimulatedBank({ timeline, dice, odds, meet }) : undefined;
  // Where both the `Date` and wall clocks are wrong, no time between two processes can be known.
  const isDateWrong = dice.chance(odds.wrongDate);
  const areClocksRight = isDateWrong;
  const areClocksApart = !areClocksRight && dice.chance(odds.clocksApart);
  if (isDateWrong) meet('a wrong Date');
  if (areClocksApart) meet('clocks apart');
  const createDate = isDateWrong ? createWanderingDate : createDateHeader;
  const dateHeader = createDate(timeline, dice);
  const platform = createFakePlatform({
    timeline,
    dice,
    books,
    dateHeader,
    landing,
    odds,
    meet,
    isRequest,
  });
  const clockError = areClocksApart ? LARGE_CLOCK_ERROR : CLOCK_ERROR;
  const context = { timeline, dice, store, platform, bank, isRequest, weakening, clockError };

  const hasOpen = async () => (await store.list('open/')).length > 0;
  const hasPayment = async () => isPaid && (await store.list('payment/')).length > 0;
  const hasRewind = () => trouble.rewindsAt !== undefined;
  const mayHaveLost = () => isPaid || hasRewind();
  const completing = { timeline, dice, hasOpen, hasPayment, mayHaveLost, isPaid };
  const all: Process[] = [];
  const start = (index: number) => {
    const process = startProcess(`p${index}@${timeline.now()}`, context);
    all.push(process);
    runCompleter(process, completing);
    timeline.at(timeline.now() + TOUCH_EVERY, () => void process.touch());
    return process;
  };
  const processes = Array.from({ length: dice.pick([1, 2, 3]) }, (_, index) => start(index));
  const restart = (index: number) => {
    processes[index]?.crash();
    processes[index] = start(index);
  };
  const troubled = {
    timeline,
    dice,
    store,
    processes,
    restart,
    areClocksRight,
    isRestored,
    odds,
    meet,
  };
  const trouble = makeTrouble(troubled);

  const anyProcess = () => dice.pick(processes);
  const customer = startCustomer({ timeline, dice, odds, meet, bank, anyProcess });
  const recoversAt = Math.max(TROUBLE_ENDS, (1 + lateness) * SETTLE_TIME);
  const recover = () => {
    platform.recover();
    bank?.recover();
  };
  timeline.at(recoversAt, recover);
  /** By when every order is settled, whatever any clock says. */
  const settled = () => {
    const lastSent = books.creates.at(-1)?.sentAt ?? 0;
    return (
      Math.max(recoversAt, trouble.endsAt, lastSent) + sendTimeOf(config) + SETTLE_TIME + SLACK
    );
  };
  const isOver = async () =>
    customer.isDone() &&
    !platform.isLanding() &&
    !bank?.isAwaitingCall() &&
    !(await hasPayment()) &&
    timeline.now() > (trouble.rewindsAt ?? 0) &&
    timeline.now() > (vendor?.endsAt() || -NEWS) + NEWS &&
    (timeline.now() > settled() || !(await hasOpen()));
  let sinceOver = 0;
  // A store that went back may have what is open in no index, until a process looks for it.
  const lasting = hasRewind() ? TIDIED : 0;
  for (let end = SLICE; end <= END && sinceOver <= lasting; end += SLICE) {
    await timeline.run(end);
    sinceOver = (await isOver()) ? sinceOver + SLICE : 0;
  }

  const checker = startProcess('checker', context);
  const look = async () => {
    const found = Promise.all([checker.journal.find(KEY), checker.statuses.find(KEY)]);
    await timeline.run(timeline.now() + 1_000);
    return found;
  };
  let [intent, status] = await look();
  const evidence = (): Evidence =>
    evidenceOf({
      heard: customer.heard,
      books,
      bank,
      intent,
      status,
      processes: all,
      isRewound: hasRewind(),
      areClocksRight,
    });
  recover();
  const isAwaited = () => judgeOrder(evidence()) === 'unalarmed';
  for (let sweeps = 0; sweeps < MOST_SWEEPS && isAwaited(); sweeps += 1) {
    void anyProcess().sweep();
    await timeline.run(timeline.now() + SWEEP_PAUSE);
    // The store may have gone back meanwhile.
    [intent, status] = await look();
  }
  return {
    verdict: judge(evidence()) ?? 'right',
    told: customer.heard.at(-1)?.word ?? 'nothing',
    state: intent?.state,
    landed: books.ids().length,
    met: [...met],
  };
}

interface Completing {
  readonly timeline: Timeline;
  readonly dice: Dice;
  readonly hasOpen: () => Promise<boolean>;
  readonly hasPayment: () => Promise<boolean>;
  /** Whether rows may be missing that only the tidying of the journal writes again. */
  readonly mayHaveLost: () => boolean;
  readonly isPaid: boolean;
}

function runCompleter(
  { completer, receive, completePayments, sweep, tidy }: Process,
  { timeline, dice, hasOpen, hasPayment, mayHaveLost, isPaid }: Completing,
): void {
  void (async () => {
    await timeline.sleep(dice.between(0, COMPLETE_EVERY));
    for (;;) {
      // Never resolves if the process has crashed.
      await receive();
      // Skipped if nothing is open, because empty runs would take most of the simulation's time.
      if (await hasOpen()) await completer.completeOpen();
      // Before a sweep: an order that the store has forgotten must not depend on being found by one.
      if (await hasPayment()) await completePayments();
      if (isPaid) await sweep().catch(() => {});
      if (mayHaveLost()) await tidy().catch(() => {});
      const pause = timeline.now() < TROUBLE_ENDS ? COMPLETE_EVERY : COMPLETE_SELDOM;
      if (timeline.now() + pause > END) return;
      await timeline.sleep(pause);
    }
  })();
}

import { createMemoryStore } from '../../proxy/store/memory.ts';
import { KEY, startCustomer, type Told } from './customer.ts';
import { createDice, type Dice } from './dice.ts';
import { createFakePlatform } from './platform.ts';
import { config, type Process, startProcess, type Weakening } from './process.ts';
import { createTimeline, type Timeline } from './timeline.ts';

/** The final state of an order: right, or what is wrong. */
export type Verdict = 'right' | 'doubled' | 'lost' | 'mis-told' | 'stuck';

export interface Story {
  readonly verdict: Verdict;
  readonly told: Told;
  /** The state of the intent in the end; undefined where none was recorded. */
  readonly state: string | undefined;
  readonly landed: number;
}

export interface StoryOptions {
  readonly weakening?: Weakening;
  /** How late a create may land, in settle times. 1 keeps the assumption of the guarantee. */
  readonly lateness?: number;
}

const SETTLE_TIME = config.ORDER_SETTLE_SECONDS * 1000;
const HOUR = 3_600_000;
/** Processes crash, stall and get wrong clocks until then. */
const TROUBLE_ENDS = 25 * 60_000;
/** Long after the last possible landing, so that every order can be settled. */
const END = 4 * HOUR;
/** How often the story checks whether it is over. */
const SLICE = 60_000;
const COMPLETE_EVERY = 90_000;
/** After the trouble the completer runs rarely, because open orders are polled rarely. */
const COMPLETE_SELDOM = 5 * 60_000;

/**
 * Simulates one customer's order from the first request to the end, with the random numbers of its
 * seed.
 */
export async function tell(
  seed: string,
  { weakening = {}, lateness = 1 }: StoryOptions = {},
): Promise<Story> {
  const timeline = createTimeline();
  const dice = createDice(seed);
  const store = createMemoryStore();
  const platform = createFakePlatform(timeline, dice, { latest: lateness * SETTLE_TIME });
  const context = { timeline, dice, store, platform, weakening };

  const hasOpen = async () => (await store.list('open/')).length > 0;
  const completing = { timeline, dice, hasOpen };
  const processes = Array.from({ length: dice.pick([1, 2, 3]) }, (_, index) =>
    startProcess(`p${index}`, context),
  );
  const restart = (index: number) => {
    processes[index]?.crash();
    const process = startProcess(`p${index}@${timeline.now()}`, context);
    processes[index] = process;
    runCompleter(process, completing);
  };
  for (const process of processes) runCompleter(process, completing);
  makeTrouble({ timeline, dice, processes, restart });

  const anyProcess = () => dice.pick(processes);
  const customer = startCustomer({ timeline, dice, anyProcess });
  timeline.at(Math.max(TROUBLE_ENDS, (1 + lateness) * SETTLE_TIME), platform.recover);
  const isOver = async () => customer.isDone() && !platform.isLanding() && !(await hasOpen());
  for (let end = SLICE; end <= END && !(await isOver()); end += SLICE) await timeline.run(end);

  const intents = startProcess('checker', context).journal;
  const found = intents.find(KEY);
  await timeline.run(timeline.now() + 1_000);
  const state = (await found)?.state;
  const story = { told: customer.told(), state, landed: platform.landed() };
  return { ...story, verdict: judge(story) };
}

function judge({ told, state, landed }: Omit<Story, 'verdict'>): Verdict {
  if (landed > 1) return 'doubled';
  if (told === 'placed' && landed === 0) return 'mis-told';
  // A customer who was told to try again, and did not, has no order.
  if ((told === 'no' || told === 'try-again') && landed > 0) return 'mis-told';
  if (state === 'sending' || state === 'unknown') return 'stuck';
  if (landed > 0 && state !== 'placed') return 'lost';
  if (landed === 0 && state === 'placed') return 'mis-told';
  return 'right';
}

interface Completing {
  readonly timeline: Timeline;
  readonly dice: Dice;
  readonly hasOpen: () => Promise<boolean>;
}

function runCompleter(
  { completer, receive }: Process,
  { timeline, dice, hasOpen }: Completing,
): void {
  void (async () => {
    await timeline.sleep(dice.between(0, COMPLETE_EVERY));
    for (;;) {
      // Never resolves if the process has crashed.
      await receive();
      // Skipped if nothing is open, because empty runs would take most of the simulation's time.
      if (await hasOpen()) await completer.completeOpen();
      const pause = timeline.now() < TROUBLE_ENDS ? COMPLETE_EVERY : COMPLETE_SELDOM;
      if (timeline.now() + pause > END) return;
      await timeline.sleep(pause);
    }
  })();
}

interface Troubled {
  readonly timeline: Timeline;
  readonly dice: Dice;
  readonly processes: readonly Process[];
  readonly restart: (index: number) => void;
}

/** Crashes, stalls, machines that sleep, and clocks that jump. */
function makeTrouble({ timeline, dice, processes, restart }: Troubled): void {
  // A machine that sleeps never gets its clock set back, because then none of its clocks would show
  // how much time has passed.
  const machineSleeps = dice.chance(0.3);
  for (const index of processes.keys()) {
    for (let trouble = 0; trouble < 3; trouble += 1) {
      if (dice.chance(0.4)) continue;
      // Mostly in the first minute, while the order is sent.
      const time = dice.delay(40_000, TROUBLE_ENDS);
      timeline.at(time, () => {
        const process = processes[index];
        const kind = dice.weighted({ crash: 4, stall: 3, clock: 3 });
        if (kind === 'crash') restart(index);
        if (kind === 'stall') process?.stall(dice.delay(30_000, 20 * 60_000), { machineSleeps });
        const jump = dice.delay(60_000, HOUR);
        const isBack = !machineSleeps && dice.chance(0.5);
        if (kind === 'clock') process?.setClock(isBack ? -jump : jump);
      });
    }
  }
}

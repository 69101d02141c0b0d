import { Task } from '@lit/task';
import type { ReactiveControllerHost } from 'lit';
import type { PlacedOrder } from '#contract/order.schema';
import type { OrderSummary, QuotedLine } from '#contract/quote.schema';
import { nearestFree, type OtherStarts, type Start } from '../domain/availability.ts';
import { orderStateOf } from '../domain/order-state.ts';
import type { BookingController } from '../state/booking-controller.ts';
import { isPending } from '../state/booking-data.ts';
import { attemptsOf, type Step } from '../state/steps.ts';

/** The lines of the step's orders that were declined or have run out. */
export function endedLines(step: Step, now: number): QuotedLine[] {
  const linesOf = (order: OrderSummary | undefined, placed: PlacedOrder | null | undefined) => {
    const state = placed && orderStateOf(placed, now);
    return (state === 'declined' || state === 'expired') && order ? order.lines : [];
  };
  if (step.name === 'view') return linesOf(step.intent?.summary, step.intent?.order);
  return attemptsOf(step).flatMap(({ order, intent }) => linesOf(order, intent?.order));
}

/** Loads the starts that are offered in place of the ended lines on screen. */
export class StartsAfterEnd {
  readonly #task;

  constructor(
    host: ReactiveControllerHost,
    flow: BookingController,
    client: () => { now(): number },
  ) {
    this.#task = new Task(host, {
      args: () => [client(), ...endedLines(flow.step, client().now())] as const,
      task: async ([, ...lines]): Promise<OtherStarts> => {
        const found = await Promise.all(
          lines.map(async (line) => {
            // A line whose event or dates cannot be loaded offers nothing.
            const starts = await startsInsteadOf(line, flow).catch(() => undefined);
            return starts ? [[line.date_id, starts] as const] : [];
          }),
        );
        return new Map(found.flat());
      },
    });
  }

  /** Undefined while they load. */
  get starts(): OtherStarts | undefined {
    return isPending(this.#task) ? undefined : this.#task.value;
  }
}

async function startsInsteadOf(line: QuotedLine, { data }: BookingController): Promise<Start[]> {
  const { root_event_id, date_id: id, date, prices } = line;
  const participants = prices.reduce((sum, { amount }) => sum + amount, 0);
  return nearestFree(await data.startsNear(root_event_id, { date }), { id, date }, participants);
}

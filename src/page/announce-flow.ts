import type { Failure } from '../domain/failure.ts';
import type { BookingController } from '../state/booking-controller.ts';
import { taskFailure } from '../state/booking-data.ts';
import { attemptsOf, type Step } from '../state/booking-flow.ts';
import type { Announcer } from './announcer.ts';
import { adviseOnException } from './setup-advice.ts';

/**
 * Tells the host page what the flow shows and what has become of its orders.
 * @param before the step that was shown last
 * @returns whether an order has just gone into the vendor's books
 */
export function announceFlow(
  announcer: Announcer,
  flow: BookingController,
  before: Step['name'] | undefined,
): boolean {
  announceShown(announcer, flow);
  announceAttempts(announcer, flow, before);
  announceCart(announcer, flow);
  const isPlaced = announcePlaced(announcer, flow);
  announceProblems(announcer, flow);
  return isPlaced;
}

/** What could not be loaded or priced for the step. */
function announceProblems(announcer: Announcer, { step, data, cart }: BookingController): void {
  const own = 'failure' in step ? step.failure : step.name === 'cart' && cart.failure;
  if (own) announceFailure(announcer, own);
  const task = step.name === 'list' ? data.listTask : step.name === 'event' && data.eventTask;
  const failure = task && taskFailure(task);
  if (failure) announcer.problem(failure, task.error as object);
}

function announceFailure(announcer: Announcer, failure: Failure): void {
  adviseOnException(failure);
  announcer.problem(failure);
}

function announceShown(announcer: Announcer, { step, data }: BookingController): void {
  const { listTask, event } = data;
  if (step.name === 'list' && listTask.value) announcer.list(listTask.value.events);
  if (step.name === 'event' && event) announcer.event(event);
  if (step.name === 'view') announcer.ready();
}

function announceAttempts(
  announcer: Announcer,
  { step, resumedOrders }: BookingController,
  before: Step['name'] | undefined,
): void {
  // What is priced anew at the checkout, or left of a result, has begun before.
  const hasBegun = before === 'checkout' || before === 'result';
  for (const { order, intent, failure } of attemptsOf(step)) {
    announcer.ready();
    if (step.name === 'checkout' && !hasBegun && !resumedOrders.has(order)) {
      announcer.checkout(order, step.choice === null);
    }
    if (intent?.order) announcer.status(intent.order);
    if (failure) announceFailure(announcer, failure);
  }
}

function announceCart(announcer: Announcer, { step, cart }: BookingController): void {
  const ordered = attemptsOf(step).map(({ order }) => order);
  announcer.cart(cart, ordered);
  if (cart.failure) adviseOnException(cart.failure);
  if (step.name === 'cart' && !cart.isPricing) announcer.cartOpened(step, cart);
}

function announcePlaced(announcer: Announcer, { placed }: BookingController): boolean {
  const news = placed.map(
    ({ order, intent }) => intent?.order && announcer.placed(order, intent.order),
  );
  return news.includes(true);
}

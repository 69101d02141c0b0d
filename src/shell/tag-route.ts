import type { PropertyValues } from 'lit';
import { firstRoute, type Route } from '../domain/route.ts';
import { adviceOnValue } from '../page/setup-advice.ts';
import { tellReseller } from '../page/tell-reseller.ts';
import type { BookingController } from '../state/booking-controller.ts';
import type { StepHistory } from '../state/step-history.ts';

/** The public members of the widget that say what it starts with. */
export interface RoutedWidget extends Element {
  readonly event: string;
  readonly day: string;
  readonly participants: number;
  readonly deepLinks: boolean;
}

/** Where the customer already is when the tag is read for the first time. */
export interface Arrival {
  readonly isFirst: boolean;
  /** A copied link, or the entry of the browser's history, names the step. */
  readonly isNamed: boolean;
  /** The step from before a reload was restored. */
  readonly isResumed: boolean;
}

/** Opens the event, day and participants that the tag names, and follows changes of the tag. */
export class TagRoute {
  readonly #widget: RoutedWidget;
  readonly #flow: BookingController;
  readonly #history: StepHistory;
  /** What the widget started with, or what the tag has named since. */
  #route: Route | undefined;

  constructor(widget: RoutedWidget, flow: BookingController, history: StepHistory) {
    this.#widget = widget;
    this.#flow = flow;
    this.#history = history;
  }

  /** The id of the event that the tag names, if the proxy has no such event. */
  get missing(): string | undefined {
    const { step } = this.#flow;
    const missing = step.name === 'list' ? step.missing : undefined;
    return missing === this.#route?.event ? missing : undefined;
  }

  follow(changed: PropertyValues<RoutedWidget>, { isFirst, isNamed, isResumed }: Arrival): void {
    if (!(['event', 'day', 'participants'] as const).some((name) => changed.has(name))) return;
    const route = this.#read();
    this.#route = route;
    if (isFirst || !changed.has('event')) this.#history.narrow(route);
    if (isNamed || (isResumed && this.#history.isAt(route))) return;
    const isOther = changed.has('event') || changed.has('day');
    if (isOther && route.event) this.#history.open(route);
    // The page has removed the event from the tag.
    else if (changed.get('event')) this.#flow.send({ type: 'show-list' });
  }

  /** Opens the event that the tag names, or else the list. */
  readonly startOver = (): void => {
    if (this.#widget.event && this.#route) this.#history.open(this.#route);
    else this.#flow.send({ type: 'show-list' });
  };

  #read(): Route {
    const { event, day, participants: amount, deepLinks } = this.#widget;
    const isNumber = !Number.isNaN(amount);
    const participants = isNumber ? String(amount) : this.#widget.getAttribute('participants');
    // The page's address is read once; afterwards the widget writes it.
    const search = deepLinks && !this.#route ? location.search : '';
    return firstRoute({ event, day, participants }, search, (name, written, why) =>
      tellReseller(...adviceOnValue(name, written, why)),
    );
  }
}

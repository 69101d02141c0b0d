import type { LitElement } from 'lit';
import { tryTo } from '../page/try-to.ts';

/** Milliseconds in which a step comes. */
const DURATION = 160;
const timing = { duration: DURATION, easing: 'ease-out' } as const;

/** Where a title stands, and how large it is. */
interface Place {
  readonly box: DOMRect;
  readonly fontSize: number;
}

/**
 * Lets a step fade in, and the title of the card that was pressed move to the head of its event.
 * The animations are those of single elements, because a view transition would be one of the host's
 * whole page.
 */
export class StepMotion {
  readonly #widget: LitElement;
  #pressed: Place | undefined;
  /** What was on screen before. */
  #before: ReadonlySet<Element> = new Set();

  constructor(widget: LitElement) {
    this.#widget = widget;
  }

  /** Called while the step before is still on screen. */
  leave(): void {
    this.#before = new Set(this.#parts);
    const list = this.#find('booking-event-list');
    const title = list?.shadowRoot?.activeElement?.closest('.ticket .heading');
    this.#pressed = title ? placeOf(title) : undefined;
  }

  /** Called when another step is rendered, before it is painted. */
  enter(): void {
    const pressed = this.#pressed;
    this.#pressed = undefined;
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    // By the next frame its children are rendered, and the page has scrolled to it.
    requestAnimationFrame(() => tryTo('motion', () => this.#move(pressed)));
  }

  #move(pressed: Place | undefined): void {
    const added = this.#parts.filter((part) => !this.#before.has(part));
    for (const part of added) part.animate([{ opacity: 0 }, { opacity: 1 }], timing);
    const choice = this.#find('booking-choice');
    const details = choice?.shadowRoot?.querySelector('booking-event-details');
    const title = details?.shadowRoot?.querySelector('.title');
    if (pressed && title) title.animate(moveFrom(pressed, title), timing);
  }

  get #parts(): Element[] {
    return [...this.#widget.renderRoot.querySelectorAll('.root > *')];
  }

  #find(name: string): Element | null {
    return this.#widget.renderRoot.querySelector(name);
  }
}

function placeOf(title: Element): Place {
  return {
    box: title.getBoundingClientRect(),
    fontSize: parseFloat(getComputedStyle(title).fontSize),
  };
}

/** From the place of the earlier title, by the corner at which its text begins. */
function moveFrom(before: Place, title: Element): Keyframe[] {
  const now = placeOf(title);
  const isMirrored = getComputedStyle(title).direction === 'rtl';
  const side = isMirrored ? 'right' : 'left';
  const x = before.box[side] - now.box[side];
  const y = before.box.top - now.box.top;
  const transformOrigin = `${side} top`;
  const scale = before.fontSize / now.fontSize;
  return [
    { transformOrigin, transform: `translate(${x}px, ${y}px) scale(${scale})` },
    { transformOrigin, transform: 'none' },
  ];
}

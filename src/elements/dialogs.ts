import { BookingDialog } from './booking-dialog.ts';
import { BookingWidget } from './booking-widget.ts';
import { addressOf, writtenIn } from '../domain/route.ts';
import type { Options } from '../page/options.ts';

/** What a person presses for the flow in a dialog. */
export interface Trigger {
  /** Hears the events of the booking. */
  readonly element: Element;
  readonly options: Options;
  /** What the dialog is called. */
  readonly label: string;
  /** Properties of the widget. */
  readonly properties?: Partial<BookingWidget>;
}

/** What stands in `history.state` beside what the host page has there. */
interface EntryState {
  bookingDialog?: string;
}

/** By their names: two triggers with the same options open one dialog. */
const dialogs = new Map<string, BookingDialog>();
/** A trigger keeps the dialog that it has opened, also when a framework changes its attributes. */
const dialogsOfTriggers = new WeakMap<Element, BookingDialog>();

/** Until the browser has left the entries of a dialog that was closed. */
let leaving: Promise<void> | undefined;

/** The browser's back closes the dialog, and leads to no other page. */
export async function openDialog({ element, options, label, properties }: Trigger): Promise<void> {
  const dialog = dialogOf(element, options);
  // Else at once: a page's first dialog is there before the next button asks whether it is.
  if (leaving) await leaving;
  const { widget } = dialog;
  Object.assign(widget, properties);
  dialog.label = label;
  const { name } = dialog;
  if (openHere() !== name) enterHistory(name, widget.deepLinks);
  // After the new entry, because at the `popstate` that some routers send for it the widget is away.
  widget.away = false;
  await dialog.open(element);
}

/** Gives properties to the widget in the dialog that a trigger has opened. */
export function assignProperties(trigger: Element, properties: Partial<BookingWidget>): void {
  const dialog = dialogsOfTriggers.get(trigger);
  if (dialog) Object.assign(dialog.widget, properties);
}

/**
 * Whether a page begins with its dialog: it was open before a reload, or a copied link or a deep link
 * leads to it.
 */
export function isOpenAtFirst(options: Options): boolean {
  const isAlone = !document.querySelector('booking-widget, [data-booking-widget]');
  return (
    openHere() === nameOf(options) ||
    (isAlone && !!(BookingWidget.defaults.viewKey ?? eventLinkedTo(options)))
  );
}

/** The event that the page's address names, where the dialog has deep links. */
function eventLinkedTo(options: Options): string | null {
  const all = new Map([...BookingWidget.defaults.options, ...options]);
  const isLinked = all.has('deep-links') && !all.has('event');
  return isLinked ? writtenIn(location.search).event : null;
}

function nameOf(options: Options): string {
  return JSON.stringify(options);
}

function dialogOf(trigger: Element, options: Options): BookingDialog {
  const name = nameOf(options);
  const dialog = dialogsOfTriggers.get(trigger) ?? dialogs.get(name) ?? createDialog();
  dialogsOfTriggers.set(trigger, dialog);
  if (dialog.name === name) return dialog;
  dialogs.delete(dialog.name);
  dialogs.set(name, dialog);
  dialog.name = name;
  const { widget } = dialog;
  const given = new Map(options);
  for (const option of BookingWidget.observedAttributes) {
    const value = given.get(option);
    if (value !== undefined) widget.setAttribute(option, value);
    else widget.removeAttribute(option);
  }
  return dialog;
}

function createDialog(): BookingDialog {
  const dialog = new BookingDialog();
  dialog.addEventListener('close', () => {
    dialog.widget.away = true;
    if (openHere() === dialog.name) leaving = leaveHistory(dialog.name);
  });
  window.addEventListener('popstate', () => {
    if (openHere() === dialog.name) return;
    dialog.widget.away = true;
    dialog.close();
  });
  return dialog;
}

/** The dialog that is open at this entry of the browser's history. */
function openHere(): string | undefined {
  return (history.state as EntryState | null)?.bookingDialog;
}

/** Where steps have an address, the entry before the dialog's names none of them. */
function enterHistory(name: string, hasDeepLinks: boolean): void {
  const { href } = location;
  try {
    if (hasDeepLinks) {
      const without = addressOf({ event: '', day: '', participants: 1 }, href);
      history.replaceState(history.state, '', without);
    }
    history.pushState({ ...history.state, bookingDialog: name }, '', href);
  } catch {
    // A document without an address of its own: back leaves it.
  }
}

/** Goes back over every step that the dialog has made an entry of. */
async function leaveHistory(name: string): Promise<void> {
  do {
    await new Promise((resolve) => {
      window.addEventListener('popstate', resolve, { once: true });
      history.back();
    });
  } while (openHere() === name);
  leaving = undefined;
}

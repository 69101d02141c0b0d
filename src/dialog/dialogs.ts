import { BookingDialog } from './booking-dialog.ts';
import { BookingWidget } from '../elements/booking-widget.ts';
import { defaults } from '../elements/shell/defaults.ts';
import { addressOf, writtenIn } from '../domain/route.ts';
import { PLACEHOLDERS, type Options } from '../page/options.ts';
import { ownDocument } from '../page/unshadowed.ts';

/** What opens the flow in a dialog, such as a button. */
export interface Trigger {
  /** The element that fires the events of the booking. */
  readonly element: Element;
  /** Attributes of the widget. */
  readonly options: Options;
  /** The dialog's accessible name. */
  readonly label: string;
  /** Properties of the widget. */
  readonly properties?: Partial<BookingWidget>;
}

/** What is added to the host page's `history.state` while a dialog is open. */
interface EntryState {
  /** The dialog's name. */
  bookingDialog?: string;
}

/** The dialogs by name. Triggers with the same options share one. */
const dialogs = new Map<string, BookingDialog>();
/** A trigger keeps its dialog, even if a framework changes the trigger's attributes. */
const dialogsOfTriggers = new WeakMap<Element, BookingDialog>();

/** Pending until the browser has left the history entries of a closed dialog. */
let leaving: Promise<void> | undefined;

/** Opens a dialog in a history entry, so that the browser's back closes it and leaves the page. */
export async function openDialog({ element, options, label, properties }: Trigger): Promise<void> {
  const dialog = dialogOf(element, options);
  // Otherwise at once: the next button's `isOpenAtFirst` has to find this dialog's widget.
  if (leaving) await leaving;
  const { widget } = dialog;
  Object.assign(widget, properties);
  dialog.label = label;
  const { name } = dialog;
  if (openHere() !== name) enterHistory(name, widget.deepLinks);
  // After the new entry, because the widget must not follow the `popstate` that some routers send.
  dialog.isLeft = false;
  await dialog.open(element);
}

/** Gives properties to the widget in the dialog that a trigger has opened. */
export function assignProperties(trigger: Element, properties: Partial<BookingWidget>): void {
  const dialog = dialogsOfTriggers.get(trigger);
  if (dialog) Object.assign(dialog.widget, properties);
}

/**
 * Whether the page begins with the dialog open: it was open before a reload, or a copied link or a
 * deep link leads to it.
 */
export function isOpenAtFirst(options: Options): boolean {
  const isAlone = !ownDocument.querySelector(`booking-widget, ${PLACEHOLDERS}`);
  return (
    openHere() === nameOf(options) || (isAlone && !!(defaults.viewKey ?? eventLinkedTo(options)))
  );
}

/** The event that the page's address names, where the dialog has deep links. */
function eventLinkedTo(options: Options): string | null {
  const all = new Map([...defaults.options, ...options]);
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
    dialog.isLeft = true;
    if (openHere() === dialog.name) leaving = leaveHistory(dialog.name);
  });
  window.addEventListener('popstate', () => {
    if (openHere() === dialog.name) return;
    dialog.isLeft = true;
    dialog.close();
  });
  return dialog;
}

/** The name of the dialog that is open at this history entry; undefined for none. */
function openHere(): string | undefined {
  return (history.state as EntryState | null)?.bookingDialog;
}

/** Adds a history entry for the dialog. With deep links, the one before must not name a step. */
function enterHistory(name: string, hasDeepLinks: boolean): void {
  const { href } = location;
  try {
    if (hasDeepLinks) {
      const without = addressOf({ event: '', day: '', participants: 1 }, href);
      history.replaceState(history.state, '', without);
    }
    history.pushState({ ...history.state, bookingDialog: name }, '', href);
  } catch {
    // A document without an address of its own cannot add entries, so back leaves it.
  }
}

/** Goes back over every history entry of the dialog. */
async function leaveHistory(name: string): Promise<void> {
  do {
    await new Promise((resolve) => {
      window.addEventListener('popstate', resolve, { once: true });
      history.back();
    });
  } while (openHere() === name);
  leaving = undefined;
}

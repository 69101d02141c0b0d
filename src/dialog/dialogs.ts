import { addressOf, writtenIn } from '../domain/route.ts';
import { type Options, PLACEHOLDERS } from '../page/options.ts';
import { pageHistory } from '../page/page-history.ts';
import { ownDocument } from '../page/unshadowed.ts';
import { BookingWidget } from '../shell/booking-widget.ts';
import { defaults } from '../shell/defaults.ts';
import { BookingDialog } from './booking-dialog.ts';

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

/** The dialogs by name. Triggers with the same options share one. */
const dialogs = new Map<string, BookingDialog>();
/** A trigger keeps its dialog, even if a framework changes the trigger's attributes. */
const dialogsOfTriggers = new WeakMap<Element, BookingDialog>();

/** Pending until the browser has left the history entries of a closed dialog. */
let leaving: Promise<void> | undefined;

/**
 * Opens a dialog in a history entry of its own, so that the browser's back button closes it and
 * does not leave the page.
 */
export async function openDialog({ element, options, label, properties }: Trigger): Promise<void> {
  const dialog = dialogOf(element, options);
  // Otherwise without `await`, because the next button's `isOpenAtFirst` must find this dialog's
  // widget.
  if (leaving) await leaving;
  const { widget } = dialog;
  Object.assign(widget, properties);
  dialog.label = label;
  const { name } = dialog;
  if (pageHistory.dialog !== name && widget.history !== 'off') {
    pageHistory.enterDialog(name, addressBefore(widget));
  }
  // After the new entry, because the widget must not follow the `popstate` that some routers fire.
  dialog.isLeft = false;
  await dialog.open(element);
}

/** Gives properties to the widget in the dialog that a trigger has opened. */
export function assignProperties(trigger: Element, properties: Partial<BookingWidget>): void {
  const dialog = dialogsOfTriggers.get(trigger);
  if (dialog) Object.assign(dialog.widget, properties);
}

/**
 * Whether the page starts with the dialog open, because it was open before a reload, or because a
 * copied link or a deep link leads to it.
 */
export function isOpenAtFirst(options: Options): boolean {
  const isAlone = !ownDocument.querySelector(`booking-widget, ${PLACEHOLDERS}`);
  return (
    pageHistory.dialog === nameOf(options) ||
    (isAlone && !!(defaults.viewKey ?? eventLinkedTo(options)))
  );
}

/** The event that the page's address names, if the dialog has deep links. */
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
    if (pageHistory.dialog === dialog.name) leaving = leave(dialog);
  });
  pageHistory.follow(() => {
    if (leaving) return;
    const isOpenHere = pageHistory.dialog === dialog.name;
    dialog.isLeft = !isOpenHere;
    // Forward again to a dialog that the back button has closed.
    if (isOpenHere) dialog.reopen();
    else dialog.close();
  });
  return dialog;
}

/** The address of the page without the dialog: with deep links, it names a step of the dialog. */
function addressBefore({ deepLinks }: BookingWidget): string {
  const { href } = location;
  return deepLinks ? addressOf({ event: '', day: '', participants: 1 }, href) : href;
}

async function leave({ name }: BookingDialog): Promise<void> {
  await pageHistory.leaveDialog(name);
  leaving = undefined;
}

import { BookingDialog } from './booking-dialog.ts';
import { BookingWidget } from './booking-widget.ts';
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

/** By what they show: two triggers for the same open one dialog. */
const dialogs = new Map<string, BookingDialog>();

/** Resolves once the browser has left the entry of a dialog that was closed. */
let left = Promise.resolve();

/** The browser's back closes the dialog, and leads to no other page; the address stays. */
export async function openDialog({ element, options, label, properties }: Trigger): Promise<void> {
  const name = nameOf(options);
  await left;
  const dialog = dialogs.get(name) ?? createDialog(name, options);
  Object.assign(dialog.widget, properties);
  dialog.label = label;
  if (openHere() !== name) enterHistory(name);
  await dialog.open(element);
}

/** Whether a page begins with its dialog: it was open before a reload, or a copied link leads to it. */
export function isOpenAtFirst(options: Options): boolean {
  const isAlone = !document.querySelector('booking-widget, [data-booking-widget]');
  return openHere() === nameOf(options) || (isAlone && !!BookingWidget.defaults.viewKey);
}

function nameOf(options: Options): string {
  return JSON.stringify(options);
}

function createDialog(name: string, options: Options): BookingDialog {
  const dialog = new BookingDialog();
  for (const [option, value] of options) dialog.widget.setAttribute(option, value);
  dialog.addEventListener('close', () => {
    if (openHere() !== name) return;
    left = new Promise((resolve) => {
      window.addEventListener('popstate', () => resolve(), { once: true });
    });
    history.back();
  });
  window.addEventListener('popstate', () => {
    if (openHere() !== name) dialog.close();
  });
  dialogs.set(name, dialog);
  return dialog;
}

/** The dialog that is open at this entry of the browser's history. */
function openHere(): string | undefined {
  return (history.state as EntryState | null)?.bookingDialog;
}

function enterHistory(name: string): void {
  try {
    history.pushState({ ...history.state, bookingDialog: name }, '');
  } catch {
    // A document without an address of its own: back leaves it.
  }
}

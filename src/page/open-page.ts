import { focus, focusedElement } from './focused-element.ts';
import { parentOf } from './parent-of.ts';
import { ownDocument } from './unshadowed.ts';

/** Right below the highest, which payment providers give to what they show. */
const Z_INDEX = '2147483646';

/** What browsers set for modal dialogs alone. */
const OF_MODALS = [
  'position',
  'top',
  'bottom',
  'max-width',
  'max-height',
  'overflow-x',
  'overflow-y',
] as const;

/**
 * Opens the page around an element to what a script adds to its body, such as the second step of a
 * payment. Modal dialogs would cover that and keep it from being used, whatever its `z-index`, so
 * they are open without being modal until the returned function is called, or until the customer
 * closes the one around the element. Everything else on the page stays inert. Without such a dialog,
 * nothing has to be done.
 *
 * A dialog may be the page's own, whose scripts do not hear of this.
 */
export function openPage(element: Element): (() => void) | undefined {
  const ancestors = ancestorsOf(element);
  const modals = modalsIn([ownDocument, ...ancestors.map((each) => each.getRootNode())]);
  const around = ancestors.find((each) => modals.has(each as HTMLDialogElement));
  if (!around) return undefined;
  const opened: OpenedDialog[] = [];
  let undoInert = () => {};
  keepFocus(around, focusedElement(), () => {
    for (const dialog of modals) opened.push(new OpenedDialog(dialog, dialog === around));
    undoInert = makeInertAround(around);
  });
  const focused = focusedElement();
  const end = () => {
    around.removeEventListener('close', end);
    keepFocus(around, focused, () => {
      undoInert();
      for (const each of opened.splice(0)) each.makeModal();
    });
  };
  around.addEventListener('close', end);
  return end;
}

/** A dialog that was modal, and is open without being so. */
class OpenedDialog {
  readonly #dialog: HTMLDialogElement;
  /** The element that gets the focus when the dialog closes. */
  readonly #opener: HTMLElement;
  readonly #closedBy: string | null;
  /** The page's own inline styles. */
  readonly #styles = new Map<string, string>();
  /** How many events are still to come of a dialog that was closed only to open it otherwise. */
  #unheard = 0;

  constructor(dialog: HTMLDialogElement, isAround: boolean) {
    this.#dialog = dialog;
    this.#closedBy = dialog.getAttribute('closedby');
    const backdrop = getComputedStyle(dialog, '::backdrop').backgroundColor;
    const { scrollTop } = dialog;
    const look = OF_MODALS.map((name) => [name, this.#styleOf(name)] as const);
    // A press on what the provider shows is not one outside the dialog.
    dialog.setAttribute('closedby', 'none');
    this.#close();
    this.#opener = focusedElement();
    // Not by `show()`, which moves the focus.
    dialog.open = true;
    for (const [name, value] of look) if (this.#styleOf(name) !== value) this.#style(name, value);
    if (isAround) {
      this.#style('z-index', Z_INDEX);
      this.#style('box-shadow', `0 0 0 200vmax ${backdrop}`);
    }
    dialog.scrollTop = scrollTop;
  }

  /** Unless it was closed meanwhile. */
  makeModal(): void {
    const dialog = this.#dialog;
    const { scrollTop } = dialog;
    for (const [name, value] of this.#styles) dialog.style.setProperty(name, value);
    if (this.#closedBy === null) dialog.removeAttribute('closedby');
    else dialog.setAttribute('closedby', this.#closedBy);
    const isOpen = dialog.open && dialog.isConnected;
    if (isOpen) this.#close();
    // A modal dialog gives the focus back to what had it before.
    focus(this.#opener);
    if (isOpen) dialog.showModal();
    dialog.scrollTop = scrollTop;
  }

  #styleOf(name: string): string {
    return getComputedStyle(this.#dialog).getPropertyValue(name);
  }

  #style(name: string, value: string): void {
    const { style } = this.#dialog;
    this.#styles.set(name, style.getPropertyValue(name));
    style.setProperty(name, value);
  }

  /** The browser fires the events later, when the dialog is open again. */
  #close(): void {
    this.#unheard += 1;
    for (const type of ['toggle', 'close']) {
      this.#dialog.getRootNode().addEventListener(type, this.#hush, true);
    }
    this.#dialog.close();
  }

  readonly #hush = (event: Event): void => {
    const dialog = this.#dialog;
    if (event.target !== dialog || !dialog.open) return;
    event.stopImmediatePropagation();
    if (event.type !== 'close') return;
    this.#unheard -= 1;
    // Some browsers fire `toggle` last.
    setTimeout(() => this.#hear());
  };

  #hear(): void {
    if (this.#unheard > 0) return;
    for (const type of ['toggle', 'close']) {
      this.#dialog.getRootNode().removeEventListener(type, this.#hush, true);
    }
  }
}

/** The element and those around it, through all shadow roots. */
function ancestorsOf(element: Element): Element[] {
  const parent = parentOf(element);
  return [element, ...(parent ? ancestorsOf(parent) : [])];
}

function modalsIn(roots: Node[]): Set<HTMLDialogElement> {
  const found = [...new Set(roots)].flatMap((root) => [
    ...(root as ParentNode).querySelectorAll<HTMLDialogElement>('dialog:modal'),
  ]);
  return new Set(found);
}

/**
 * Makes everything inert but the element and what is in it. What the page does not show stays as it
 * is, because it may be the provider's.
 */
function makeInertAround(element: Element): () => void {
  const { body } = ownDocument;
  const others = ancestorsOf(element)
    .filter((each) => body.contains(each) || each.getRootNode() instanceof ShadowRoot)
    .filter((each) => each !== body)
    .flatMap((each) => [...(each.parentNode?.children ?? [])].filter((other) => other !== each))
    .filter((other) => !other.hasAttribute('inert') && isShown(other));
  for (const other of others) other.setAttribute('inert', '');
  return () => {
    for (const other of others) other.removeAttribute('inert');
  };
}

function isShown(element: Element): boolean {
  const { display, visibility } = getComputedStyle(element);
  return display !== 'none' && visibility !== 'hidden';
}

const focusEvents = ['focus', 'focusin', 'blur', 'focusout'];

/**
 * Gives the focus back to what has it in the dialog, or else to another element. The page does not
 * hear that it has moved in between.
 */
function keepFocus(dialog: Element, otherwise: HTMLElement, work: () => void): void {
  const last = focusedElement();
  const hush = (event: Event) => event.stopImmediatePropagation();
  for (const type of focusEvents) addEventListener(type, hush, true);
  work();
  const isOpen = dialog.hasAttribute('open') && dialog.isConnected;
  if (isOpen) focus(ancestorsOf(last).includes(dialog) ? last : otherwise);
  for (const type of focusEvents) removeEventListener(type, hush, true);
}

import { httpAddress } from '../domain/address.ts';
import { parseRoute } from '../domain/route.ts';
import { type DeclaredAddresses, isDeclaredSuccess } from '../page/declared-addresses.ts';
import { DATA, TRIGGERS } from '../page/options.ts';
import {
  type Advice,
  adviceOnManner,
  adviceOnSuccessUrl,
  adviceOnValue,
} from '../page/setup-advice.ts';
import { ownDocument, unshadowed } from '../page/unshadowed.ts';
import { type Finding, fine, unwise, wrong } from './finding.ts';

export const WIDGET = 'booking-widget';
const OPENERS = `booking-button, ${TRIGGERS}`;
/** Pixels. A narrower widget still works, but is hard to read. */
const NARROW = 280;

/** The options that are checked, of a widget or of the one that a trigger will open. */
const asked = [
  'proxy',
  'site',
  'vendor',
  'category',
  'events',
  'event',
  'day',
  'participants',
  'lang',
  'color-scheme',
  'heading-level',
  'history',
  'success-url',
] as const;
type Option = (typeof asked)[number];
export type Asked = Record<Option, string> & {
  /** The options that the tag itself sets, and not a script of the page or the script tag. */
  readonly markup: readonly Option[];
  /** Whether the page has given it a payment method; undefined of what is not open yet. */
  readonly hasPayment?: boolean;
};

function findWidgets(page: Document): HTMLElement[] {
  return findAll<HTMLElement>(page, WIDGET);
}

/** Also in the shadow roots of the page's own elements. */
function findAll<Found extends Element>(root: ParentNode, selector: string): Found[] {
  const below = [...root.querySelectorAll('*')].flatMap(({ shadowRoot }) =>
    shadowRoot ? findAll<Found>(shadowRoot, selector) : [],
  );
  return [...root.querySelectorAll<Found>(selector), ...below];
}

export function findAsked(page: Document): Asked[] {
  const triggers = findAll(page, OPENERS).map((trigger) => {
    const prefix = trigger.localName === 'booking-button' ? '' : DATA;
    const written = (name: Option) => trigger.getAttribute(prefix + name) ?? '';
    return askedBy(written, written);
  });
  const widgets = findWidgets(page).map((widget) => ({
    ...askedBy(
      (name) => valueOf(widget, name),
      (name) => widget.getAttribute(name),
    ),
    hasPayment: Boolean(Reflect.get(widget, 'payment')),
  }));
  return [...widgets, ...triggers];
}

function askedBy(value: (name: Option) => string, written: (name: Option) => string | null): Asked {
  const values = asked.map((name) => [name, value(name)]);
  const markup = asked.filter((name) => value(name) && value(name) === written(name));
  return { ...(Object.fromEntries(values) as Record<Option, string>), markup };
}

/** The property's value, or the attribute as it is written if that is not a number. */
function valueOf(widget: HTMLElement, name: Option): string {
  const property = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const value = Reflect.get(widget, property) as string | number | undefined;
  return Number.isNaN(value) ? (widget.getAttribute(name) ?? '') : String(value ?? '');
}

/** Values that can be judged without the proxy. */
export function checkValues(widget: Asked, declared: DeclaredAddresses): Finding[] {
  const { event, day, participants, 'success-url': success } = widget;
  const advice: Advice = [];
  parseRoute({ event, day, participants }, (...value) => advice.push(...adviceOnValue(...value)));
  const isRefused = widget.markup.includes('success-url') && !isDeclaredSuccess(success, declared);
  return [
    ...advice,
    ...adviceOnManner({
      colorScheme: widget['color-scheme'],
      headingLevel: widget['heading-level'],
      history: widget.history,
    }),
    ...adviceOnSuccessUrl(success, httpAddress(success, ownDocument.baseURI), isRefused),
  ].map(unwise);
}

export function checkTags(page: Document): Finding[] {
  const widgets = findWidgets(page);
  const triggers = findAll(page, OPENERS);
  if (widgets.length === 0 && triggers.length === 0) {
    return [
      wrong(
        'There is no <booking-widget>, <div data-booking-widget>, <booking-button> or element with data-booking-button on this page. An editor may have stripped the tag: use the div.',
      ),
    ];
  }
  return [
    fine(`Found on this page: ${widgets.length} × widget, ${triggers.length} × button.`),
    ...widgets.flatMap(checkBox),
    ...[...widgets, ...findAll(page, 'booking-button')].flatMap(checkNames),
  ];
}

/** Whether the widget can be seen and read. */
function checkBox(widget: HTMLElement): Finding[] {
  const name = describe(widget);
  if (widget.closest('booking-dialog')) return [];
  const hiding = ancestorsOf(widget).find(
    (element) => getComputedStyle(element).display === 'none',
  );
  if (hiding) {
    return [unwise(`${name} cannot be seen now: ${describe(hiding)} has display: none.`)];
  }
  const popover = ancestorsOf(widget).find((element) => element.hasAttribute('popover'));
  const { width, bottom } = widget.getBoundingClientRect();
  const cutting = ancestorsOf(widget.parentElement).find((element) => {
    const { overflowY } = getComputedStyle(element);
    const isCutting = /hidden|clip/.test(overflowY) && element !== ownDocument.documentElement;
    return (
      isCutting &&
      element !== ownDocument.body &&
      bottom > element.getBoundingClientRect().bottom + 1
    );
  });
  return [
    ...(popover
      ? [
          unwise(
            `${name} is in a popover, ${describe(popover)}, which covers what a bank shows in the page for a second step of a payment (3-D Secure): use a <dialog>, or <booking-button>.`,
          ),
        ]
      : []),
    ...(width < NARROW
      ? [
          unwise(
            `${name} is ${Math.round(width)} px wide: give it a place of ${NARROW} px or more.`,
          ),
        ]
      : []),
    ...(cutting
      ? [
          wrong(
            `${name} is cut off by ${describe(cutting)}: take its height or its overflow: hidden away.`,
          ),
        ]
      : []),
  ];
}

/** A misspelt option has no effect, and nothing else reports it. */
function checkNames(element: Element): Finding[] {
  const options = observedBy(WIDGET).concat(observedBy(element.localName));
  const isOfHtml =
    /^(id|class|style|slot|hidden|title|role|dir|tabindex|translate|inert|part|on[a-z]+|[^a-z].*|(data|aria|ng|v|x|wire|hx)-.*)$/;
  return element
    .getAttributeNames()
    .filter((name) => !options.includes(name) && !isOfHtml.test(name))
    .map((name) => unwise(`${describe(element)} knows no attribute ${name}; it is not looked at.`));
}

export function observedBy(tag: string): string[] {
  const element = customElements.get(tag) as { observedAttributes?: string[] } | undefined;
  return element?.observedAttributes ?? [];
}

function ancestorsOf(element: Element | null): Element[] {
  return element ? [element, ...ancestorsOf(unshadowed(element).parentElement)] : [];
}

/** The element as its owner would find it in the page's source. */
function describe({ localName, id, classList }: Element): string {
  const name = id ? ` id="${id}"` : classList.length > 0 ? ` class="${classList.value}"` : '';
  return `<${localName}${name}>`;
}

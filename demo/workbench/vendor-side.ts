import { css, html, LitElement, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import type {
  EventChange,
  OrderChange,
  SandboxEvent,
  SandboxWorld,
  VendorOrder,
} from './sandbox-control.ts';
import { workbenchStyles } from './styles.ts';

/** Dispatched when the vendor changes an order. */
export class OrderAction extends Event {
  readonly orderId: string;
  readonly change: OrderChange;

  constructor(orderId: string, change: OrderChange) {
    super('order-action', { bubbles: true, composed: true });
    this.orderId = orderId;
    this.change = change;
  }
}

/** Dispatched when the vendor changes the event that is open in the preview. */
export class EventAction extends Event {
  readonly eventId: string;
  readonly change: EventChange;

  constructor(eventId: string, change: EventChange) {
    super('event-action', { bubbles: true, composed: true });
    this.eventId = eventId;
    this.change = change;
  }
}

/** The vendor's side: new orders, and the vendor's actions on them. */
export class WorkbenchVendorSide extends LitElement {
  static override styles = [
    workbenchStyles,
    css`
      ol {
        display: grid;
        gap: 8px;
        list-style: none;
      }
      li {
        display: grid;
        gap: 4px;
        padding: 10px 12px;
        border: 1px solid var(--_line);
        border-radius: var(--_radius-small);
        overflow-wrap: anywhere;
      }
      .head {
        display: flex;
        flex-wrap: wrap;
        gap: 0 12px;
        justify-content: space-between;
        align-items: baseline;
      }
      .code {
        letter-spacing: 0.04em;
        font-weight: 650;
      }
      .waiting {
        color: var(--_warn);
        font-weight: 600;
      }
      .actions {
        margin-top: 6px;
      }
      .event {
        display: grid;
        gap: 6px;
        margin-bottom: 16px;
      }
    `,
  ];

  @property({ attribute: false }) orders: readonly VendorOrder[] = [];
  @property({ attribute: false }) world: SandboxWorld | undefined;
  /** The event that is open in the preview. */
  @property({ attribute: false }) event: SandboxEvent | undefined;
  /** The last change to that event. */
  @property() done: EventChange | '' = '';

  protected override render() {
    return html`<h2 id="title">Vendor’s side</h2>
      ${this.event ? this.#renderEvent(this.event) : nothing}
      ${
        this.orders.length === 0
          ? html`<p class="small">
              No orders yet. Book something in the preview, and it comes in here.
            </p>`
          : html`<ol aria-labelledby="title">
              ${this.orders.map((order) => this.#renderOrder(order))}
            </ol>`
      }`;
  }

  #renderEvent({ id, title }: SandboxEvent) {
    return html`<div class="event">
      <p class="small">Open in the preview: <span class="strong">${title}</span></p>
      <div class="actions" role="group" aria-label=${title}>
        ${eventChanges.map(
          (change) =>
            html`<button
              class="action"
              type="button"
              @click=${() => this.dispatchEvent(new EventAction(id, change))}
            >
              ${eventWords[change].button}
            </button>`,
        )}
      </div>
      <p class="small" role="status">${this.done ? eventWords[this.done].done : nothing}</p>
    </div>`;
  }

  #renderOrder(order: VendorOrder) {
    const { id, code, currency, total_invoice, status } = order;
    const total = new Intl.NumberFormat('en', { style: 'currency', currency });
    return html`<li>
      <div class="head">
        <span class="code number">${code}</span>
        <span class="number strong">${total.format(Number(total_invoice))}</span>
      </div>
      <div class="small">${this.#contentsOf(order)}</div>
      <div class="small">
        <span class=${status === 'PENDING' ? 'waiting' : 'strong'}>${statusWords[status]}</span
        >${historyOf(order).map((words) => html`, ${words}`)}
      </div>
      ${this.#renderActions(id, order)}
    </li>`;
  }

  #renderActions(id: string, order: VendorOrder) {
    const changes = changesOf(order);
    if (changes.length === 0) return nothing;
    return html`<div class="actions" role="group" aria-label=${`Order ${order.code}`}>
      ${changes.map(
        (change) =>
          html`<button
            class="action"
            type="button"
            @click=${() => this.dispatchEvent(new OrderAction(id, change))}
          >
            ${changeWords[change]}
          </button>`,
      )}
    </div>`;
  }

  #contentsOf({ tickets, products }: VendorOrder): string {
    const events = tickets.map(({ event_id, participants }) => {
      const title = this.world?.events.find(({ id }) => id === event_id)?.title;
      const people = countBy(participants.map(({ price_title }) => price_title));
      return [title, people].filter(Boolean).join(' · ');
    });
    const goods = products.map(({ title, amount }) => `${amount} × ${title}`);
    return [...events, ...goods].join(' · ');
  }
}

const statusWords: Readonly<Record<VendorOrder['status'], string>> = {
  ACCEPTED: 'Accepted',
  CANCELED: 'Cancelled',
  PENDING: 'Waits for you',
  OPEN: 'Open',
  RESERVED: 'Reserved',
  DECLINED: 'Declined',
};

const eventWords: Readonly<Record<EventChange, { button: string; done: string }>> = {
  'sell-out': {
    button: 'Sell out',
    done: 'Somebody else has bought all places. Go on in the preview to see it.',
  },
  'raise-prices': {
    button: 'Raise prices by 10%',
    done: 'Its prices are higher. Go on in the preview to see it.',
  },
};
const eventChanges = Object.keys(eventWords) as EventChange[];

const changeWords: Readonly<Record<OrderChange, string>> = {
  accept: 'Accept',
  decline: 'Decline',
  cancel: 'Cancel',
  pay: 'Mark paid',
  refund: 'Refund',
  voucher: 'Give a voucher',
  'check-in': 'Check in',
};

/** The changes that the platform accepts for an order. */
function changesOf(order: VendorOrder): OrderChange[] {
  const { status, payment_date } = order;
  const isInForce = status !== 'CANCELED' && status !== 'DECLINED';
  const isHere = participantsOf(order).every(({ checked_in }) => checked_in);
  const possible: readonly (readonly [OrderChange, boolean])[] = [
    ['accept', status === 'PENDING' || status === 'OPEN' || status === 'RESERVED'],
    ['decline', status === 'PENDING'],
    ['check-in', status === 'ACCEPTED' && !isHere],
    ['pay', isInForce && !payment_date],
    ['refund', paidOf(order) > 0],
    ['voucher', isInForce],
    ['cancel', isInForce],
  ];
  return possible.filter(([, isPossible]) => isPossible).map(([change]) => change);
}

function historyOf(order: VendorOrder): string[] {
  const participants = participantsOf(order);
  const arrived = participants.filter(({ checked_in }) => checked_in).length;
  const isRefunded = order.payments.length > 0 && paidOf(order) <= 0;
  const vouchers = order.voucherOrders.length;
  return [
    ...(isRefunded ? ['refunded'] : paidOf(order) > 0 ? ['paid'] : []),
    ...(arrived > 0 ? [`${arrived} of ${participants.length} checked in`] : []),
    ...(vouchers > 0 ? [`${vouchers === 1 ? 'a voucher' : `${vouchers} vouchers`} given`] : []),
  ];
}

function paidOf({ payments }: VendorOrder): number {
  return payments.reduce((total, { value }) => total + value, 0);
}

function participantsOf({ tickets }: VendorOrder) {
  return tickets.flatMap(({ participants }) => participants);
}

/** As `2 × Adult, 1 × Child`, with no line break between a number and its title. */
function countBy(titles: readonly string[]): string {
  const different = [...new Set(titles)];
  return different
    .map((title) => `${titles.filter((other) => other === title).length}\u00a0×\u00a0${title}`)
    .join(', ');
}

import { css, html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { MINUTE } from '#contract/milliseconds';
import { bookingEvents } from '../../src/events.ts';
import { forgetSession } from '../forget-session.ts';
import {
  type Configuration,
  type ConfigurationChange,
  configurationOf,
  defaultConfiguration,
  namesOf,
  queryOf,
  type View,
  views,
} from './configuration.ts';
import type { HostEvent } from './messages.ts';
import type { OwnEventChange } from './own-event.ts';
import type { OwnEventClient } from './own-event-client.ts';
import type { CheckPlatform, ReadReport, ReportLine } from './platform-control.ts';
import type { HostHeard } from './preview.ts';
import type {
  EventChange,
  SandboxControl,
  SandboxEvent,
  SandboxWorld,
  VendorOrder,
} from './sandbox-control.ts';
import { segments, segmentStyles } from './segments.ts';
import { workbenchStyles } from './styles.ts';
import { tagOf } from './tag.ts';
import type { EventAction, OrderAction } from './vendor-side.ts';

/** Milliseconds between two polls of the sandbox. */
const POLL_EVERY = 2000;
/** The precision of a preview's clock, in milliseconds. */
const MOST_HOST_EVENTS = 60;

/** Changes to these reload the host page, because they cannot be made while the widget runs. */
const reloadsHostPage = ['world', 'kind', 'link', 'vendor', 'event', 'weather', 'clock'] as const;

/** Changes to these are another tag, for which the widget must not resume an earlier visit. */
const startsVisit = ['kind', 'link', 'vendor', 'event'] as const;

/** Events of the widget while its customer still looks around. */
const CHOOSING: ReadonlySet<string> = new Set([
  bookingEvents.ready,
  bookingEvents.listView,
  bookingEvents.eventSelect,
  bookingEvents.eventView,
]);

/** Events of the widget once its customer has ordered. */
const ORDERED: ReadonlySet<string> = new Set([
  bookingEvents.order,
  bookingEvents.request,
  bookingEvents.orderStatus,
]);

/**
 * The world that this tab has set up, kept in `history.state` so that a reload does not reset it.
 */
interface Prepared {
  readonly world: string;
  readonly clock: string;
  /** The offset of the sandbox's clock, in milliseconds. */
  readonly offset: number;
}

/**
 * Where vendors preview the widget and resellers copy their tag. The configuration is in the page's
 * address, so that a preview can be shared.
 */
export class Workbench extends LitElement {
  static override styles = [
    workbenchStyles,
    segmentStyles,
    css`
      .root {
        font-size: 14.5px;
      }
      header {
        display: flex;
        flex-wrap: wrap;
        gap: 0 16px;
        align-items: baseline;
        padding: 10px 16px;
        border-bottom: 1px solid var(--_line);
      }
      h1 {
        margin: 0;
        font-size: 1.125em;
        font-weight: 650;
        letter-spacing: -0.01em;
      }
      header p {
        flex: 1 1 20em;
        max-width: none;
      }
      .columns {
        display: grid;
      }
      .columns > * {
        min-width: 0;
      }
      .settings,
      .side {
        padding: 16px;
      }
      .side > * + * {
        margin-top: 24px;
      }
      .middle {
        height: min(820px, 92vh);
        padding: 12px 0;
        border-block: 1px solid var(--_line);
        background: var(--_raised);
      }
      .problem {
        max-width: none;
        padding: 8px 16px;
        background: var(--_warn-soft);
        color: var(--_ink);
      }
      .waiting {
        padding: 16px;
      }
      @media (max-width: 699px) {
        .middle {
          order: -1;
          border-top: 0;
        }
      }
      @media (min-width: 700px) {
        .columns {
          grid-template-columns: 292px minmax(0, 1fr);
        }
        .middle {
          padding: 16px;
          border-inline-start: 1px solid var(--_line);
          border-top: 0;
        }
        .side {
          display: grid;
          grid-column: 1 / -1;
          grid-template-columns: repeat(2, minmax(0, 1fr));
          gap: 24px;
        }
        .side > * + * {
          margin-top: 0;
        }
      }
      @media (min-width: 1000px) {
        .root {
          display: flex;
          flex-direction: column;
          height: 100vh;
        }
        .columns {
          flex: 1;
          grid-template-columns: 292px minmax(0, 1fr) 280px;
          min-height: 0;
        }
        .settings,
        .side {
          display: block;
          grid-column: auto;
          overflow-y: auto;
        }
        .side > * + * {
          margin-top: 24px;
        }
        .middle {
          height: auto;
          border-inline-end: 1px solid var(--_line);
          border-bottom: 0;
        }
      }
      @media (min-width: 1360px) {
        .columns {
          grid-template-columns: 304px minmax(0, 1fr) 340px;
        }
      }
      .mine workbench-vendor-side {
        margin-top: 24px;
      }
      @media (max-width: 699px) {
        .mine .middle {
          order: 0;
          border-top: 1px solid var(--_line);
        }
      }
      @media (min-width: 700px) {
        .mine {
          grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
        }
        .mine .middle {
          position: sticky;
          top: 0;
        }
      }
      @media (min-width: 1000px) {
        .mine {
          grid-template-columns: 440px minmax(0, 1fr);
        }
        .mine .middle {
          border-inline-end: 0;
        }
      }
      @media (min-width: 1360px) {
        .mine {
          grid-template-columns: 540px minmax(0, 1fr);
        }
      }
    `,
  ];

  @property({ attribute: false }) sandboxControl!: SandboxControl;
  /** Without it, no event of one's own is offered: a real platform is only read. */
  @property({ attribute: false }) ownEventClient: OwnEventClient | undefined;
  /** Address of the proxy in the snippet. */
  @property() proxy = '';
  /** Address of the real platform, which is only read; empty for the sandbox. */
  @property() platform = '';
  @property({ attribute: false }) readReport: ReadReport | undefined;
  @property({ attribute: false }) checkPlatform: CheckPlatform | undefined;

  @state() private configuration: Configuration = defaultConfiguration;
  @state() private world: SandboxWorld | undefined;
  @state() private orders: readonly VendorOrder[] = [];
  @state() private events: readonly HostEvent[] = [];
  /** The last change to the open event. */
  @state() private eventChange: EventChange | '' = '';
  @state() private now = 0;
  @state() private opening = 0;
  /** Why the last change was not made. */
  @state() private problem = '';
  /** Whether the last poll failed. */
  @state() private isAway = false;
  /** Whether the world of the preview is set up. */
  @state() private isReady = false;
  /** The doctor's lines about a real platform. */
  @state() private report: readonly ReportLine[] | undefined;
  /** What was chosen and does not exist in this world. */
  @state() private dropped: readonly string[] = [];

  /** The world before the current one, whose ids are others. */
  #lastWorld: SandboxWorld | undefined;
  /** A queue, so that changes of the world do not overlap. */
  #changes: Promise<unknown> = Promise.resolve();
  #polling: ReturnType<typeof setInterval> | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    const configuration = configurationOf(new URLSearchParams(location.search));
    const { world, weather, clock } = defaultConfiguration;
    this.configuration = this.platform
      ? { ...configuration, world, weather, clock }
      : configuration;
    this.#enqueue(() => this.#prepare());
    // Afterwards, because the events bring the token that the doctor uses too.
    if (this.readReport) this.#enqueue(() => this.#loadReport());
    this.#polling = setInterval(() => {
      if (!document.hidden) this.#refresh();
    }, POLL_EVERY);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.#polling);
  }

  protected override render() {
    const { configuration, platform } = this;
    const problem = this.problem || (this.isAway && 'The sandbox does not respond.');
    const tag = tagOf(configuration);
    return html`<div
      class="root"
      @configuration-change=${this.#change}
      @order-action=${this.#act}
      @event-action=${this.#changeEvent}
      @own-event-change=${this.#showOwnEvent}
    >
      <header>
        <h1>Workbench</h1>
        ${
          platform
            ? html`<p class="small">
                The widget on a reseller’s page, with the events of ${platform}. They are only read:
                nothing is ordered or changed there.
              </p>`
            : html`<p class="small">
                  The widget on a reseller’s page. Nothing here is sold: every booking lands in the
                  sandbox.
                </p>
                ${this.#renderViews()}
                <nav aria-label="Demo"><a href="../">Plain shop</a></nav>`
        }
      </header>
      ${problem ? html`<p class="problem" role="alert">${problem}</p>` : nothing}
      ${
        this.dropped.length > 0
          ? html`<p class="problem" role="status">
              ${platform ? 'The platform' : 'This world'} does not have the
              ${this.dropped.join(' and the ')} that was chosen, so the preview shows all of them.
            </p>`
          : nothing
      }
      <main class=${`columns ${this.#isMine ? 'mine' : ''}`}>
        ${this.#isMine ? this.#renderOwnEvent() : this.#renderSettings()}
        <div class="middle">
          ${
            this.isReady
              ? html`<workbench-preview
                  .tag=${tag}
                  .page=${configuration.page}
                  .width=${configuration.width}
                  .opening=${this.opening}
                  @host-heard=${this.#hear}
                ></workbench-preview>`
              : html`<p class="waiting small" role="status">
                  ${platform ? 'The events are being read…' : 'The world is being set up…'}
                </p>`
          }
        </div>
        ${this.#isMine ? nothing : this.#renderSide()}
      </main>
    </div>`;
  }

  #renderViews() {
    if (!this.ownEventClient) return nothing;
    return segments(
      'Beside the preview',
      Object.entries(views),
      this.configuration.view,
      (value) => {
        const view = namesOf(views).find((name) => name === value);
        if (view) this.#setView(view);
      },
    );
  }

  #renderSettings() {
    return html`<workbench-settings
      class="settings"
      .configuration=${this.configuration}
      .world=${this.world}
      .now=${this.now}
      .isReal=${this.platform !== ''}
      @world-reset=${() => this.#enqueue(() => this.#reset())}
    ></workbench-settings>`;
  }

  /** The form, and the orders that come in for it. */
  #renderOwnEvent() {
    return html`<div class="settings">
      <workbench-own-event
        .client=${this.ownEventClient}
        .world=${this.world}
        .now=${this.now}
      ></workbench-own-event>
      <workbench-vendor-side .orders=${this.orders} .world=${this.world}></workbench-vendor-side>
    </div>`;
  }

  #renderSide() {
    return html`<div class="side">
      ${
        this.platform
          ? html`<workbench-platform-report .lines=${this.report}></workbench-platform-report>
              <workbench-platform-check
                .checkPlatform=${this.checkPlatform}
              ></workbench-platform-check>`
          : html`<workbench-vendor-side
              .orders=${this.orders}
              .world=${this.world}
              .event=${this.#openEvent}
              .done=${this.eventChange}
            ></workbench-vendor-side>`
      }
      <workbench-host-events .events=${this.events}></workbench-host-events>
      <workbench-snippet
        .configuration=${this.configuration}
        .proxy=${this.proxy}
      ></workbench-snippet>
    </div>`;
  }

  get #isMine(): boolean {
    return this.configuration.view === 'mine' && this.ownEventClient !== undefined;
  }

  /** Sets up the world that the address names, unless this tab already did so before a reload. */
  async #prepare(): Promise<void> {
    const { sandboxControl } = this;
    const { scenario, scenarios } = await sandboxControl.world();
    const { offset } = await sandboxControl.clock();
    const { world: named, clock, weather } = this.configuration;
    const world = scenarios.includes(named) ? named : scenario;
    this.configuration = { ...this.configuration, world };
    const prepared = history.state as Prepared | null;
    const isPrepared =
      prepared?.world === scenario &&
      prepared.clock === clock &&
      Math.abs(prepared.offset - offset) < MINUTE;
    if (world !== scenario) await this.#reset();
    else if (!isPrepared && (clock || offset !== 0)) await this.#setClock();
    await sandboxControl.setWeather(weather);
    await this.#loadWorld();
    await this.#remember();
  }

  readonly #change = ({ change }: ConfigurationChange): void => {
    const previous = this.configuration;
    const next = { ...previous, ...change };
    const isChanged = (name: keyof Configuration) => previous[name] !== next[name];
    this.configuration = next;
    // Its ids do not exist in the next world.
    if (isChanged('world')) this.world = undefined;
    this.#enqueue(async () => {
      if (isChanged('world')) await this.#reset();
      if (isChanged('clock')) await this.#setClock();
      if (isChanged('weather')) await this.sandboxControl.setWeather(next.weather);
      await this.#remember();
      if (startsVisit.some(isChanged)) forgetSession();
      if (reloadsHostPage.some(isChanged)) this.opening += 1;
    });
  };

  #setView(view: View): void {
    this.configuration = { ...this.configuration, view };
    this.#enqueue(() => this.#remember());
  }

  /** Opens the preview at the event that a vendor has written, or at the list without it. */
  readonly #showOwnEvent = ({ eventId }: OwnEventChange): void => {
    this.#enqueue(async () => {
      const isShown = this.configuration.event === eventId;
      this.configuration = { ...this.configuration, vendor: '', event: eventId };
      await this.#loadWorld();
      await this.#remember();
      // Whoever is checking out sees it at the next press; a reload would take what was typed.
      if (isShown && !this.#isChoosing && !this.#hasOrdered) return;
      forgetSession();
      this.opening += 1;
    });
  };

  readonly #act = ({ orderId, change }: OrderAction): void => {
    this.#enqueue(async () => {
      await this.sandboxControl.change(orderId, change);
      await this.#poll();
    });
  };

  readonly #changeEvent = ({ eventId, change }: EventAction): void => {
    this.#enqueue(async () => {
      await this.sandboxControl.changeEvent(eventId, change);
      this.eventChange = change;
      // Whoever is checking out sees it at the next press; a reload would take what was typed.
      if (this.#isChoosing) this.opening += 1;
    });
  };

  /** The event of the last `booking-event-view`. */
  get #openEvent(): SandboxEvent | undefined {
    const viewed = this.events.find(({ type }) => type === 'booking-event-view');
    const [item] = (viewed?.detail['items'] ?? []) as { item_id: string }[];
    return this.world?.events.find(({ id }) => id === item?.item_id);
  }

  /** Whether the preview shows the list or an event. */
  get #isChoosing(): boolean {
    const [last] = this.events;
    return last === undefined || CHOOSING.has(last.type);
  }

  get #hasOrdered(): boolean {
    const [last] = this.events;
    return last !== undefined && ORDERED.has(last.type);
  }

  readonly #hear = ({ event }: HostHeard): void => {
    if (event.type === 'booking-event-view') this.eventChange = '';
    this.events = [event, ...this.events].slice(0, MOST_HOST_EVENTS);
    // There may be a new order.
    this.#refresh();
  };

  /** Resets the sandbox, and applies weather and clock again. */
  async #reset(): Promise<void> {
    const { sandboxControl } = this;
    // The page in the frame knows ids that the next world does not have.
    this.isReady = false;
    const { world, clock, weather } = this.configuration;
    await sandboxControl.reset(world);
    if (clock) await sandboxControl.setClock(Date.parse(clock));
    await sandboxControl.setWeather(weather);
    this.events = [];
    forgetSession();
    await this.#loadWorld();
    this.opening += 1;
  }

  /** The clock only goes forward, so an earlier time needs a reset. */
  async #setClock(): Promise<void> {
    const { clock } = this.configuration;
    const { now, offset } = await this.sandboxControl.clock();
    const moment = clock ? Date.parse(clock) : now - offset;
    if (moment < now - MINUTE) await this.#reset();
    else if (moment > now) await this.sandboxControl.setClock(moment);
    await this.#poll();
  }

  async #loadWorld(): Promise<void> {
    const world = await this.sandboxControl.world();
    const before = this.#lastWorld;
    const { configuration } = this;
    const vendor = sameIn(world.vendors, before?.vendors, configuration.vendor);
    const event = sameIn(world.events, before?.events, configuration.event);
    this.dropped = [
      ...(configuration.vendor && !vendor ? ['vendor'] : []),
      ...(configuration.event && !event ? ['event'] : []),
    ];
    this.world = world;
    this.#lastWorld = world;
    this.configuration = { ...configuration, vendor, event };
    await this.#poll();
  }

  async #loadReport(): Promise<void> {
    this.report = await this.readReport?.();
  }

  async #poll(): Promise<void> {
    const { now } = await this.sandboxControl.clock();
    this.now = now;
    this.orders = await this.sandboxControl.orders();
  }

  /** Writes the settings into the address, and the prepared world into `history.state`. */
  async #remember(): Promise<void> {
    const { world, clock } = this.configuration;
    const { offset } = await this.sandboxControl.clock();
    const prepared: Prepared = { world, clock, offset };
    history.replaceState(prepared, '', `?${queryOf(this.configuration).toString()}`);
  }

  /**
   * Polls the sandbox, and notes whether it responds. A refused change stays on screen until the
   * next one.
   */
  #refresh(): void {
    this.#changes = this.#changes
      .then(() => this.#poll())
      .then(
        () => (this.isAway = false),
        () => (this.isAway = true),
      );
  }

  #enqueue(change: () => Promise<unknown>): void {
    this.#changes = this.#changes.then(change).then(
      () => (this.problem = ''),
      (error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error);
        this.problem = this.platform ? reason : `The sandbox did not do that: ${reason}`;
      },
    );
    this.#changes = this.#changes.then(() => (this.isReady = this.world !== undefined));
  }
}

/** A vendor, or an event of a world. */
type Named = { readonly id: string } & ({ readonly name: string } | { readonly title: string });

const nameOf = (named: Named) => ('name' in named ? named.name : named.title);

/** The id of what was chosen: its own, or that of its namesake in this world; empty without one. */
function sameIn(
  list: readonly Named[],
  before: readonly Named[] | undefined,
  chosen: string,
): string {
  const own = list.find(({ id }) => id === chosen);
  const earlier = before?.find(({ id }) => id === chosen);
  const namesake = earlier && list.find((named) => nameOf(named) === nameOf(earlier));
  return (own ?? namesake)?.id ?? '';
}

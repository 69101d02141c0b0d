import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { addMonths } from '../../src/domain/days.ts';
import { customerZone, dayIn } from '../../src/domain/zone.ts';
import type { FieldProblem } from '../field-problems.ts';
import type { OwnEventState, Trial, WriteResult, WrittenLine } from '../own-events.ts';
import { createDraftStore, type WrittenDraft } from './kept-draft.ts';
import { parseListedDates, singleStarts, weeklyStarts } from './own-dates.ts';
import {
  blankDraft,
  blankGroup,
  type CategoryPath,
  type DraftGroup,
  type DraftPrice,
  type DraftProduct,
  exampleDraft,
  idsOf,
  newKey,
  type OwnDraft,
  type Season,
  toInput,
  toNumber,
} from './own-draft.ts';
import { ownEventStyles } from './own-event.styles.ts';
import type { OwnEventClient, OwnEventsOnSandbox } from './own-event-client.ts';
import { drawnPicture, pictureOf } from './picture-file.ts';
import type { SandboxWorld } from './sandbox-control.ts';
import { type Option, segments, segmentStyles } from './segments.ts';
import { workbenchStyles } from './styles.ts';

/** Dispatched when the sandbox has something new of the vendor's own event. */
export class OwnEventChange extends Event {
  /** Empty when no list shows it any more. */
  readonly eventId: string;

  constructor(eventId: string) {
    super('own-event-change', { bubbles: true, composed: true });
    this.eventId = eventId;
  }
}

/** Texts of the draft that are one control each. */
type TextName = {
  [Name in keyof OwnDraft]: OwnDraft[Name] extends string ? Name : never;
}[keyof OwnDraft];

interface Labelled {
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
  /** Paths of what is sent that this control is for. */
  readonly fields: readonly string[];
}

/** The left column in which a vendor writes an event, with the sandbox as the platform. */
export class WorkbenchOwnEvent extends LitElement {
  static override styles = [workbenchStyles, segmentStyles, ownEventStyles];

  @property({ attribute: false }) client!: OwnEventClient;
  /** A new world has lost what was written to the one before. */
  @property({ attribute: false }) world: SandboxWorld | undefined;
  /** The time on the sandbox, in milliseconds since the epoch. */
  @property({ type: Number }) now = 0;

  @state() private draft: OwnDraft | undefined;
  @state() private pictures: readonly string[] = [];
  @state() private onSandbox: OwnEventsOnSandbox | undefined;
  @state() private written: WrittenDraft | undefined;
  @state() private problems: readonly FieldProblem[] = [];
  /** What the last press has done. */
  @state() private report = '';
  @state() private lines: readonly WrittenLine[] = [];
  @state() private isBusy = false;
  /** Whether the tab has no room for the draft. */
  @state() private isLost = false;

  readonly #store = createDraftStore(sessionStorage);
  /** The dates of a group, by what they follow from. */
  readonly #counted = new Map<string, { key: string; text: string }>();

  override connectedCallback(): void {
    super.connectedCallback();
    const kept = this.#store.load();
    if (kept) Object.assign(this, kept);
    addEventListener('beforeunload', this.#warn);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('beforeunload', this.#warn);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('world') && this.world) void this.#load();
  }

  protected override render() {
    const { draft, onSandbox } = this;
    if (!draft || !onSandbox) {
      const { report } = this;
      return html`<p class="small" role="status">${report || 'The form is coming…'}</p>
        ${
          report
            ? html`<button class="quiet" type="button" @click=${() => this.#load()}>
                Try again
              </button>`
            : nothing
        }`;
    }
    const { vendor } = onSandbox;
    return html`<form novalidate aria-labelledby="mine" @submit=${this.#submit}>
      <div class="intro">
        <h2 id="mine" class="heading">An event of mine</h2>
        <p class="small">
          It is written to the sandbox by the platform’s own operations, for ${vendor.name}, and
          stands in the preview within seconds.
        </p>
        ${
          draft.title === '' && !this.#state
            ? html`<button class="quiet" type="button" @click=${this.#fillExample}>
                Fill in an example
              </button>`
            : nothing
        }
      </div>
      ${this.#text('title', { label: 'Title', fields: ['event.title'] })}
      ${this.#area('description', 4, { label: 'Description', fields: ['event.description'] })}
      ${this.#renderPictures()}
      <div class="pair">
        ${this.#text('minutes', { label: 'Minutes', fields: ['event.duration'] }, 'numeric')}
        ${this.#text(
          'places',
          { label: 'Places on a date', fields: ['event.max_participants'] },
          'numeric',
        )}
      </div>
      ${this.#select(
        'category',
        { label: 'Category', fields: ['event.categories'] },
        this.#categories.map(({ value, path }) => [
          value,
          path.map(({ title }) => title).join(' › '),
        ]),
      )}
      <div class="field">
        <span class="label" aria-hidden="true">A booking is</span>
        ${segments(
          'A booking is',
          [
            ['BOOKING', 'confirmed at once'],
            ['REQUEST', 'a request to you'],
          ],
          draft.type,
          (type) => this.#edit({ type: type === 'REQUEST' ? 'REQUEST' : 'BOOKING' }),
        )}
      </div>
      ${this.#renderPlace()}
      ${repeat(
        draft.groups,
        ({ key }) => key,
        (group, index) => this.#renderGroup(group, index),
      )}
      <button class="quiet add-group" type="button" @click=${this.#addGroup}>
        Add other prices for other dates
      </button>
      ${this.#renderProducts()} ${this.#renderMore()} ${this.#renderFoot()}
    </form>`;
  }

  #renderPictures() {
    const fields = ['event.images'];
    return html`<div class="field" role="group" aria-labelledby="pictures">
      <span class="label" id="pictures">Pictures</span>
      ${
        this.pictures.length > 0
          ? html`<ul class="pictures">
              ${this.pictures.map(
                (picture, index) =>
                  html`<li>
                    <img src=${`data:image/jpeg;base64,${picture}`} alt=${`Picture ${index + 1}`} />
                    ${removeButton(`Remove picture ${index + 1}`, () =>
                      this.#setPictures(this.pictures.filter((_, at) => at !== index)),
                    )}
                  </li>`,
              )}
            </ul>`
          : nothing
      }
      <div class="sources">
        <label class="file"
          >Choose pictures<input
            id="event.images"
            type="file"
            accept="image/*"
            multiple
            aria-invalid=${this.#problemsOf(fields).length > 0}
            aria-describedby="event.images-problem pictures-hint"
            @change=${this.#choosePictures}
        /></label>
        <button class="quiet" type="button" @click=${this.#drawPicture}>Draw one for now</button>
      </div>
      ${this.#problem('event.images', fields)}
      <p class="small" id="pictures-hint">
        The platform takes no event without one, and gives none back: the preview shows them as the
        site’s own.
      </p>
    </div>`;
  }

  #renderPlace() {
    // Without a place of their own, people meet at the address.
    const meeting = ['event.meeting_location'];
    const hasMeeting = Boolean(this.draft?.meeting.trim());
    return html`<div class="section">
      <h3>Where</h3>
      ${this.#text('address', { label: 'Address', fields: ['event.location', ...(hasMeeting ? [] : meeting)] })}
      ${this.#text('coordinates', {
        label: 'Coordinates',
        hint: 'as maps give them: 52.5019, 13.4553',
        fields: coordinates,
      })}
      ${this.#text('meeting', {
        label: 'People meet',
        hint: 'if it is not at the address',
        fields: hasMeeting ? meeting : [],
      })}
      ${this.#select('timezone', { label: 'Time zone', fields: ['event.timezone'] }, zoneOptions(this.draft?.timezone ?? ''))}
    </div>`;
  }

  #renderGroup(group: DraftGroup, index: number) {
    const isFirst = index === 0;
    const id = `groups.${index}`;
    return html`<div
      class=${isFirst ? 'section' : 'group'}
      role="group"
      aria-labelledby=${`${id}.title`}
    >
      <div class="head">
        <h3 id=${`${id}.title`}>${isFirst ? 'Prices' : `Other prices ${index}`}</h3>
        ${isFirst ? this.#renderCurrency() : this.#removeRow(`Remove other prices ${index}`, () => this.#editGroups((groups) => groups.filter(({ key }) => key !== group.key)), '.add-group')}
      </div>
      ${
        isFirst
          ? nothing
          : this.#own(
              {
                id: `${id}.name`,
                label: 'Called',
                hint: 'such as Weekend',
                fields: [`${id}.name`],
              },
              group.name,
              (name) => this.#editGroup(group, { name }),
            )
      }
      <div class="rows">
        ${repeat(
          group.prices,
          ({ key }) => key,
          (price, at) => this.#renderPrice(group, price, `${id}.prices.${at}`, at),
        )}
        ${this.#problem(`${id}.prices`, [`${id}.prices`])}
      </div>
      <button
        class="quiet"
        type="button"
        id=${`${id}.add`}
        @click=${() => this.#addRow(`${id}.prices.${group.prices.length}.title`, () => this.#editGroup(group, { prices: [...group.prices, { key: newKey(), title: '', value: '' }] }))}
      >
        Add a price
      </button>
      ${this.#renderDates(group, id)}
    </div>`;
  }

  #renderCurrency() {
    const { currency = '' } = this.draft ?? {};
    const own = this.onSandbox?.vendor.currency ?? '';
    const all = [...new Set([own, currency, ...CURRENCIES])].filter(Boolean);
    return html`<label class="small"
      >Currency
      <select
        aria-label="Currency"
        @change=${({ target }: Event) => this.#edit({ currency: (target as HTMLSelectElement).value })}
      >
        ${all.map(
          (code) => html`<option value=${code} .selected=${code === currency}>${code}</option>`,
        )}
      </select></label
    >`;
  }

  #renderPrice(group: DraftGroup, price: DraftPrice, id: string, at: number) {
    const edit = (change: Partial<DraftPrice>) =>
      this.#editGroup(group, {
        prices: group.prices.map((one) => (one.key === price.key ? { ...one, ...change } : one)),
      });
    const number = at + 1;
    return html`<div class="line">
      ${this.#bare(
        { id: `${id}.title`, label: `Price ${number}, for whom`, fields: [`${id}.title`] },
        price.title,
        (title) => edit({ title }),
      )}
      ${this.#bare(
        {
          id: `${id}.value`,
          label: `Price ${number} in ${this.draft?.currency}`,
          fields: [`${id}.value`, `${id}.currency`],
        },
        price.value,
        (value) => edit({ value }),
        'decimal',
      )}
      ${this.#removeRow(
        `Remove price ${number}`,
        () =>
          this.#editGroup(group, { prices: group.prices.filter(({ key }) => key !== price.key) }),
        `[id="${id.replace(/\.prices.*/, '.add')}"]`,
      )}
      ${this.#problem(`${id}.title`, [`${id}.title`])}
      ${this.#problem(`${id}.value`, [`${id}.value`, `${id}.currency`])}
    </div>`;
  }

  /** In three ways, which are also three ways of creating them on the platform. */
  #renderDates(group: DraftGroup, id: string) {
    const edit = (change: Partial<DraftGroup>) => this.#editGroup(group, change);
    const weekly = `${id}.dates.weekly`;
    return html`<h3>Dates</h3>
      <div class="field" role="group" aria-label="Every week">
        <div class="days">
          ${WEEKDAYS.map(
            ([short, name], at) =>
              html`<label
                ><input
                  type="checkbox"
                  aria-label=${name}
                  .checked=${group.weekdays.includes(at + 1)}
                  @change=${() => edit({ weekdays: toggled(group.weekdays, at + 1) })}
                /><span aria-hidden="true">${short}</span></label
              >`,
          )}
        </div>
        ${this.#own(
          { id: weekly, label: 'At', hint: 'such as 19:00, 21:30', fields: [weekly] },
          group.times,
          (times) => edit({ times }),
        )}
        <div class="pair">
          ${this.#own(
            { id: `${weekly}.from`, label: 'From', fields: [] },
            group.from,
            (from) => edit({ from }),
            'date',
          )}
          ${this.#own(
            { id: `${weekly}.until`, label: 'Until', fields: [] },
            group.until,
            (until) => edit({ until }),
            'date',
          )}
        </div>
      </div>
      <div class="rows">
        ${repeat(
          group.single,
          ({ key }) => key,
          (_, at) => this.#renderSingle(group, at, `${id}.dates.single`),
        )}
        ${this.#problem(`${id}.dates.single`, [`${id}.dates.single`])}
      </div>
      <button
        class="quiet"
        type="button"
        id=${`${id}.add-date`}
        @click=${() => this.#addRow(`${id}.dates.single.${group.single.length}.day`, () => edit({ single: [...group.single, { key: newKey(), day: '', time: '', places: this.draft?.places ?? '' }] }))}
      >
        Add a single date
      </button>
      <details ?open=${group.listed !== ''}>
        <summary>Paste a list of dates</summary>
        ${this.#labelled(
          {
            id: `${id}.dates.listed`,
            label: 'One in a line',
            hint: 'day, time, places: 2026-12-24 19:00 12',
            fields: [`${id}.dates.listed`],
          },
          (aria) =>
            html`<textarea
              id=${`${id}.dates.listed`}
              rows="4"
              spellcheck="false"
              aria-invalid=${aria.invalid}
              aria-describedby=${aria.describedBy}
              .value=${group.listed}
              @input=${({ target }: Event) => edit({ listed: (target as HTMLTextAreaElement).value })}
            ></textarea>`,
        )}
      </details>
      <p class="small">${this.#countDates(group)}</p>`;
  }

  #renderSingle(group: DraftGroup, at: number, id: string) {
    const row = group.single[at];
    if (!row) return nothing;
    const edit = (change: object) =>
      this.#editGroup(group, {
        single: group.single.map((one) => (one.key === row.key ? { ...one, ...change } : one)),
      });
    const number = at + 1;
    return html`<div class="line date">
      ${this.#bare(
        { id: `${id}.${at}.day`, label: `Date ${number}, day`, fields: [`${id}.${at}.date`] },
        row.day,
        (day) => edit({ day }),
        'date',
      )}
      ${this.#bare(
        { id: `${id}.${at}.time`, label: `Date ${number}, time`, fields: [] },
        row.time,
        (time) => edit({ time }),
        'time',
      )}
      ${this.#bare(
        {
          id: `${id}.${at}.places`,
          label: `Date ${number}, places`,
          fields: [`${id}.${at}.total_slots`],
        },
        row.places,
        (places) => edit({ places }),
        'numeric',
      )}
      ${this.#removeRow(
        `Remove date ${number}`,
        () => this.#editGroup(group, { single: group.single.filter(({ key }) => key !== row.key) }),
        `[id="${id.replace(/\.dates.*/, '.add-date')}"]`,
      )}
      ${this.#problem(`${id}.${at}.day`, [`${id}.${at}.date`])}
      ${this.#problem(`${id}.${at}.places`, [`${id}.${at}.total_slots`])}
    </div>`;
  }

  #renderProducts() {
    const { products = [] } = this.draft ?? {};
    return html`<div class="section">
      <h3>Products beside the tickets</h3>
      ${repeat(
        products,
        ({ key }) => key,
        (product, index) => this.#renderProduct(product, index),
      )}
      <button class="quiet add-product" type="button" @click=${this.#addProduct}>
        Add a product
      </button>
    </div>`;
  }

  #renderProduct(product: DraftProduct, index: number) {
    const id = `products.${index}`;
    const edit = (change: Partial<DraftProduct>) =>
      this.#editProducts((all) =>
        all.map((one) => (one.key === product.key ? { ...one, ...change } : one)),
      );
    const isWritten = this.written?.ids[product.key] !== undefined;
    return html`<div class="product" role="group" aria-labelledby=${`${id}.head`}>
      <div class="head">
        <h4 id=${`${id}.head`}>Product ${index + 1}</h4>
        ${
          isWritten
            ? nothing
            : this.#removeRow(
                `Remove product ${index + 1}`,
                () => this.#editProducts((all) => all.filter(({ key }) => key !== product.key)),
                '.add-product',
              )
        }
      </div>
      <div class="line named">
        ${this.#own(
          { id: `${id}.name`, label: 'Name', fields: [`${id}.name`] },
          product.name,
          (name) => edit({ name }),
        )}
        ${this.#own(
          {
            id: `${id}.price`,
            label: `Price, ${this.draft?.currency}`,
            fields: [`${id}.price`, `${id}.currency`],
          },
          product.price,
          (price) => edit({ price }),
          'decimal',
        )}
      </div>
      ${this.#own(
        { id: `${id}.description`, label: 'Description', fields: [`${id}.description`] },
        product.description,
        (description) => edit({ description }),
      )}
      ${this.#own(
        {
          id: `${id}.total`,
          label: 'Stock',
          hint: isWritten
            ? 'the platform removes no product; without stock it is sold out'
            : 'empty: as many as are wanted',
          fields: [`${id}.total`, `${id}.available`],
        },
        product.stock,
        (stock) => edit({ stock }),
        'numeric',
      )}
      <label class="check">
        <input
          type="checkbox"
          .checked=${product.isShipped}
          @change=${() => edit({ isShipped: !product.isShipped })}
        />
        It is sent, so the customer gives an address
      </label>
    </div>`;
  }

  #renderMore() {
    return html`<details class="section">
      <summary>More: highlights, what to bring, a hint</summary>
      <div class="rows">
        ${this.#area('highlights', 3, {
          label: 'Highlights',
          hint: 'one in a line',
          fields: ['event.highlights'],
        })}
        ${this.#text('bring', { label: 'What people bring', fields: ['event.bring'] })}
        ${this.#text('hint', { label: 'A hint while they book', fields: ['event.hint'] })}
      </div>
    </details>`;
  }

  #renderFoot() {
    const { isBusy, problems, lines } = this;
    const own = this.#state;
    const unplaced = problems.filter(({ field }) => !placed.some((place) => place.test(field)));
    const isMarked = problems.length > unplaced.length;
    return html`<div class="foot">
      ${
        problems.length > 0
          ? html`<div class="note" role="alert">
              ${unplaced.map(({ text }) => html`<p>${text}</p>`)}
              ${isMarked ? html`<p>What is marked in the form needs another look.</p>` : nothing}
            </div>`
          : nothing
      }
      <p class="small where" role="status">
        ${this.report || this.#whereItIs}
        ${
          lines.length > 0
            ? html`Written by
              ${lines.map(({ operation, amount }) => `${operation} (${amount})`).join(', ')}.`
            : nothing
        }
      </p>
      <div class="buttons">
        <button class="primary" type="submit" aria-disabled=${isBusy}>
          ${!own ? 'Create on the sandbox' : own.active ? 'Save on the sandbox' : 'Save and activate'}
        </button>
        <button class="quiet" type="button" @click=${this.#saveFile}>
          Save as a file for the real platform
        </button>
        ${
          own && !this.#isChanged
            ? html`<button class="quiet" type="button" @click=${this.#beginAnother}>
                Begin another
              </button>`
            : nothing
        }
      </div>
      ${own ? this.#renderTries(own) : nothing}
    </div>`;
  }

  #renderTries({ active, left, type }: OwnEventState) {
    const tries: readonly (readonly [string, boolean, Trial])[] = active
      ? [
          ['Sold out', left === 0, { left: left === 0 ? null : 0 }],
          ['2 left', left === 2, { left: left === 2 ? null : 2 }],
          ['On request', type === 'REQUEST', { type: type === 'REQUEST' ? 'BOOKING' : 'REQUEST' }],
        ]
      : [];
    return html`<div class="tries" role="group" aria-label="Try it">
      ${active ? html`<span class="small" aria-hidden="true">Try it:</span>` : nothing}
      ${tries.map(
        ([label, isOn, trial]) =>
          html`<button
            class="action"
            type="button"
            aria-pressed=${isOn}
            @click=${() => this.#tryOut(trial, isOn ? 'It is as the form says again.' : `${label}: the preview shows it.`)}
          >
            ${label}
          </button>`,
      )}
      <button
        class="action"
        type="button"
        @click=${() => this.#tryOut({ active: !active }, active ? 'Deactivated: no list shows it any more.' : 'It is in the list again.')}
      >
        ${active ? 'Deactivate' : 'Activate again'}
      </button>
    </div>`;
  }

  /** What is kept, and where. */
  get #whereItIs(): string {
    const own = this.#state;
    const name = this.onSandbox?.vendor.name ?? '';
    if (this.isLost)
      return 'This tab has no room for the draft: save it as a file before you leave.';
    if (!own) return 'The draft is kept in this tab. Nothing of it is on the sandbox yet.';
    if (!own.active) return 'Deactivated on the sandbox. The draft is kept in this tab.';
    if (this.#isChanged) return 'Changed in this tab. The sandbox still has it as it was.';
    return `On the sandbox as it stands here, for ${name}.`;
  }

  get #state(): OwnEventState | undefined {
    return this.onSandbox?.states.find(({ id }) => id === this.written?.id);
  }

  get #isChanged(): boolean {
    return this.written?.draft !== this.#textOfDraft;
  }

  /** With the number of the pictures alone, which are too long to compare at each key. */
  get #textOfDraft(): string {
    const lengths = this.pictures.map(({ length }) => length);
    return JSON.stringify([this.draft, lengths]);
  }

  get #categories(): CategoryPath[] {
    const { categories = [] } = this.onSandbox?.vendor ?? {};
    return categories.map((path) => ({ value: path.map(({ id }) => id).join(), path }));
  }

  get #season(): Season {
    const from = dayIn(customerZone(), this.now || Date.now());
    return { from, until: addMonths(from, 4) };
  }

  async #load(): Promise<void> {
    try {
      const loaded = await this.client.load();
      const { currency } = loaded.vendor;
      this.onSandbox = loaded;
      const [first] = this.#categories;
      this.draft ??= blankDraft(
        { timezone: customerZone(), currency, category: first?.value ?? '' },
        this.#season,
      );
      const isThere = loaded.states.some(({ id }) => id === this.written?.id);
      if (!isThere && this.written) {
        // The world in which it was is gone, and with it the ids.
        this.written = undefined;
        this.#say('');
      }
      const isKnown = this.#categories.some(({ value }) => value === this.draft?.category);
      if (!isKnown) this.draft = { ...this.draft, category: first?.value ?? '' };
    } catch (error) {
      this.report = error instanceof Error ? error.message : String(error);
    }
  }

  readonly #submit = (event: SubmitEvent): void => {
    event.preventDefault();
    void this.#run(async () => {
      const own = this.#state;
      const { input, problems } = this.#input;
      if (problems.length > 0)
        return this.#refuse(problems, (await this.client.file(input)).problems);
      const result = own
        ? await this.client.change(own.id, input)
        : await this.client.create(input);
      this.#take(result, own ? 'Saved: the preview shows it.' : 'Created: it is in the preview.');
    });
  };

  #tryOut(trial: Trial, report: string): void {
    const own = this.#state;
    if (!own) return;
    void this.#run(async () => {
      const isChanged = this.#isChanged;
      const result = await this.client.tryOut(own.id, trial);
      if (trial.type && this.draft) this.draft = { ...this.draft, type: trial.type };
      this.#take(result, report, isChanged);
    });
  }

  /** @param isOlder whether the form has changes that were not written */
  #take({ state: own, problems, written }: WriteResult, report: string, isOlder = false): void {
    this.problems = problems;
    if (!own || !this.draft || !this.onSandbox) {
      this.#say('Nothing was created.');
      return this.#focusProblem();
    }
    const others = this.onSandbox.states.filter(({ id }) => id !== own.id);
    this.onSandbox = { ...this.onSandbox, states: [...others, own] };
    this.written = {
      id: own.id,
      ids: isOlder ? (this.written?.ids ?? {}) : idsOf(this.draft, own),
      draft: isOlder ? (this.written?.draft ?? '') : this.#textOfDraft,
    };
    this.#say(problems.length > 0 ? 'Not all of it was written.' : report, written);
    this.#keep();
    this.#focusProblem();
    this.dispatchEvent(new OwnEventChange(own.active ? own.id : ''));
  }

  #refuse(own: readonly FieldProblem[], others: readonly FieldProblem[]): void {
    // Of several for one control the first is shown, and what this page says is the plainest.
    this.problems = [...own, ...others];
    this.#say('Nothing was written.');
    this.#focusProblem();
  }

  readonly #saveFile = (): void => {
    void this.#run(async () => {
      const { input, problems: own } = this.#input;
      const { file, problems } = await this.client.file(input);
      if (own.length > 0 || !file) return this.#refuse(own, problems);
      const name = `${file.event.title.toLowerCase().replace(/[^\p{L}\d]+/gu, '-')}.json`;
      download(name, JSON.stringify(file, null, 2));
      this.problems = [];
      this.#say(
        `Saved as ${name}. For the real platform: booking-platform event create --file ${name}. ` +
          'Its category is one of the sandbox’s: put in your own first.',
      );
    });
  };

  get #input() {
    if (!this.draft) throw new Error('There is no draft yet.');
    const { ids = {} } = this.written ?? {};
    return toInput(this.draft, this.pictures, this.#categories, ids, this.now);
  }

  async #run(write: () => Promise<void>): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    try {
      await write();
    } catch (error) {
      this.problems = [{ field: '', text: error instanceof Error ? error.message : String(error) }];
    } finally {
      this.isBusy = false;
    }
  }

  readonly #fillExample = (): void => {
    if (!this.draft) return;
    this.draft = exampleDraft(this.draft, this.#season);
    this.#setPictures([drawnPicture()]);
    this.problems = [];
  };

  readonly #beginAnother = (): void => {
    if (!this.draft) return;
    const { timezone, category } = this.draft;
    const currency = this.onSandbox?.vendor.currency ?? '';
    this.written = undefined;
    this.draft = blankDraft({ timezone, category, currency }, this.#season);
    this.#say('');
    this.#setPictures([]);
    void this.#focus('title');
  };

  readonly #choosePictures = async ({ target }: Event): Promise<void> => {
    const input = target as HTMLInputElement;
    const files = [...(input.files ?? [])];
    input.value = '';
    try {
      this.#setPictures([...this.pictures, ...(await Promise.all(files.map(pictureOf)))]);
    } catch {
      this.problems = [
        { field: 'event.images', text: 'This file is no picture that a browser can read.' },
      ];
    }
  };

  readonly #drawPicture = (): void => {
    this.#setPictures([...new Set([...this.pictures, drawnPicture()])]);
  };

  #setPictures(pictures: readonly string[]): void {
    this.pictures = pictures;
    this.#forgive(['event.images']);
    this.#keep();
  }

  readonly #addGroup = (): void => {
    const index = this.draft?.groups.length ?? 0;
    void this.#addRow(`groups.${index}.name`, () =>
      this.#editGroups((groups) => [...groups, blankGroup(this.#season)]),
    );
  };

  readonly #addProduct = (): void => {
    const index = this.draft?.products.length ?? 0;
    const product = {
      key: newKey(),
      name: '',
      description: '',
      price: '',
      stock: '',
      isShipped: false,
    };
    void this.#addRow(`products.${index}.name`, () =>
      this.#editProducts((products) => [...products, product]),
    );
  };

  #edit(change: Partial<OwnDraft>): void {
    if (!this.draft) return;
    this.draft = { ...this.draft, ...change };
    this.#say('');
    this.#keep();
  }

  /** The report of a press stands until the draft is changed. */
  #say(report: string, lines: readonly WrittenLine[] = []): void {
    this.report = report;
    this.lines = lines;
  }

  #editGroup(group: DraftGroup, change: Partial<DraftGroup>): void {
    this.#editGroups((groups) =>
      groups.map((one) => (one.key === group.key ? { ...one, ...change } : one)),
    );
  }

  #editGroups(change: (groups: readonly DraftGroup[]) => DraftGroup[]): void {
    this.#edit({ groups: change(this.draft?.groups ?? []) });
  }

  #editProducts(change: (products: readonly DraftProduct[]) => DraftProduct[]): void {
    this.#edit({ products: change(this.draft?.products ?? []) });
  }

  #keep(): void {
    const { draft, pictures, written } = this;
    if (draft) this.isLost = !this.#store.keep({ draft, pictures, written });
  }

  readonly #warn = (event: BeforeUnloadEvent): void => {
    if (this.isLost) event.preventDefault();
  };

  async #addRow(focused: string, add: () => void): Promise<void> {
    add();
    await this.#focus(focused);
  }

  async #focus(id: string): Promise<void> {
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>(`[id="${id}"]`)?.focus();
  }

  #focusProblem(): void {
    void this.updateComplete.then(() => {
      const first = this.renderRoot.querySelector<HTMLElement>('[aria-invalid=true]');
      first?.closest('details')?.setAttribute('open', '');
      first?.focus();
    });
  }

  // Controls.

  #text(name: TextName, labelled: Omit<Labelled, 'id'>, mode: InputMode = 'text') {
    const value = this.draft?.[name] ?? '';
    return this.#own(
      { ...labelled, id: name },
      value,
      (text) => this.#edit({ [name]: text }),
      mode,
    );
  }

  #area(name: TextName, rows: number, labelled: Omit<Labelled, 'id'>) {
    return this.#labelled(
      { ...labelled, id: name },
      (aria) =>
        html`<textarea
          id=${name}
          rows=${rows}
          aria-invalid=${aria.invalid}
          aria-describedby=${aria.describedBy}
          .value=${this.draft?.[name] ?? ''}
          @input=${({ target }: Event) => {
            this.#forgive(labelled.fields);
            this.#edit({ [name]: (target as HTMLTextAreaElement).value });
          }}
        ></textarea>`,
    );
  }

  #select(name: TextName, labelled: Omit<Labelled, 'id'>, options: readonly Option[]) {
    return this.#labelled(
      { ...labelled, id: name },
      (aria) =>
        html`<select
          id=${name}
          aria-invalid=${aria.invalid}
          aria-describedby=${aria.describedBy}
          @change=${({ target }: Event) => {
            this.#forgive(labelled.fields);
            this.#edit({ [name]: (target as HTMLSelectElement).value });
          }}
        >
          ${options.map(
            ([value, text]) =>
              html`<option value=${value} .selected=${value === this.draft?.[name]}>
                ${text}
              </option>`,
          )}
        </select>`,
    );
  }

  /** A text with its label above and its problem below. */
  #own(
    labelled: Labelled,
    value: string,
    change: (value: string) => void,
    mode: InputMode = 'text',
  ): TemplateResult {
    return this.#labelled(labelled, () => this.#bare(labelled, value, change, mode, true));
  }

  #labelled(
    { id, label, hint, fields }: Labelled,
    control: (aria: { invalid: boolean; describedBy: string }) => TemplateResult,
  ): TemplateResult {
    const invalid = this.#problemsOf(fields).length > 0;
    return html`<div class="field">
      <label for=${id}>${label} ${hint ? html`<span class="small">${hint}</span>` : nothing}</label>
      ${control({ invalid, describedBy: `${id}-problem` })} ${this.#problem(id, fields)}
    </div>`;
  }

  /** A control in a row, whose label is not shown unless there is one above it. */
  #bare(
    { id, label, fields }: Labelled,
    value: string,
    change: (value: string) => void,
    mode: InputMode = 'text',
    hasLabel = false,
  ): TemplateResult {
    const type = mode === 'date' || mode === 'time' ? mode : 'text';
    return html`<input
      id=${id}
      type=${type}
      class=${mode === 'decimal' ? 'money' : ''}
      inputmode=${type === 'text' ? mode : nothing}
      autocomplete="off"
      aria-label=${hasLabel ? nothing : label}
      aria-invalid=${this.#problemsOf(fields).length > 0}
      aria-describedby=${`${id}-problem`}
      .value=${value}
      @input=${({ target }: Event) => {
        this.#forgive(fields);
        change((target as HTMLInputElement).value);
      }}
    />`;
  }

  #problem(id: string, fields: readonly string[]) {
    const [first] = this.#problemsOf(fields);
    return html`<p class="problem" id=${`${id}-problem`} ?hidden=${!first}>${first?.text}</p>`;
  }

  #problemsOf(fields: readonly string[]): readonly FieldProblem[] {
    return this.problems.filter(({ field }) => fields.includes(field));
  }

  /** A problem is gone once somebody writes where it stands; the platform judges again. */
  #forgive(fields: readonly string[]): void {
    if (this.#problemsOf(fields).length === 0) return;
    this.problems = this.problems.filter(({ field }) => !fields.includes(field));
  }

  #removeRow(label: string, remove: () => void, focused: string) {
    return removeButton(label, () => {
      remove();
      this.renderRoot.querySelector<HTMLElement>(focused)?.focus();
    });
  }

  /** How many starts the group has, and the first of them. */
  #countDates(group: DraftGroup): string {
    const { timezone = 'UTC', places = '' } = this.draft ?? {};
    const minute = Math.floor(this.now / 60_000);
    const key = JSON.stringify([
      group.weekdays,
      group.times,
      group.from,
      group.until,
      group.single,
      group.listed,
      timezone,
      places,
      minute,
    ]);
    const counted = this.#counted.get(group.key);
    if (counted?.key === key) return counted.text;
    const lists = [
      weeklyStarts(group, toNumber(places), timezone, this.now),
      singleStarts(group.single, timezone),
      parseListedDates(group.listed, toNumber(places), timezone),
    ];
    const starts = [
      ...new Set(lists.flatMap((list) => list.starts.map(({ date }) => date))),
    ].sort();
    const text = textOfStarts(starts, timezone);
    this.#counted.set(group.key, { key, text });
    return text;
  }
}

const coordinates = ['location', 'meeting_location'].flatMap((place) =>
  ['lat', 'lng'].map((axis) => `event.${place}_${axis}`),
);

/** The fields of what is sent that a control shows the problems of. */
const placed = [
  /^event\.(title|description|images|duration|max_participants|categories|timezone)$/,
  /^event\.((meeting_)?location(_lat|_lng)?|highlights|bring|hint)$/,
  /^groups\.\d+\.(name|prices|prices\.\d+\.(title|value|currency))$/,
  /^groups\.\d+\.dates\.(weekly|single|listed|single\.\d+\.(date|total_slots))$/,
  /^products\.\d+\.(name|description|price|currency|total|available)$/,
];

type InputMode = 'text' | 'numeric' | 'decimal' | 'date' | 'time';

const CURRENCIES = ['EUR', 'USD', 'GBP', 'CHF', 'JPY'];

const WEEKDAYS = [
  ['Mo', 'Monday'],
  ['Tu', 'Tuesday'],
  ['We', 'Wednesday'],
  ['Th', 'Thursday'],
  ['Fr', 'Friday'],
  ['Sa', 'Saturday'],
  ['Su', 'Sunday'],
] as const;

function textOfStarts([first, ...others]: readonly string[], timeZone: string): string {
  if (first === undefined) return 'No dates yet.';
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  });
  return `${count(others.length + 1, 'date', 'dates')}, the first on ${format.format(Date.parse(first))}.`;
}

function count(amount: number, one: string, many: string): string {
  return `${amount} ${amount === 1 ? one : many}`;
}

function toggled(list: readonly number[], item: number): number[] {
  return list.includes(item) ? list.filter((other) => other !== item) : [...list, item];
}

/** Includes the chosen one, which may be a name that the browser's list does not have. */
function zoneOptions(chosen: string): Option[] {
  const all = new Set([chosen, ...Intl.supportedValuesOf('timeZone')]);
  return [...all].sort().map((zone) => [zone, zone.replaceAll('_', ' ')] as const);
}

function removeButton(label: string, remove: () => void): TemplateResult {
  return html`<button class="remove" type="button" aria-label=${label} @click=${remove}>×</button>`;
}

function download(name: string, text: string): void {
  const href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  Object.assign(document.createElement('a'), { href, download: name }).click();
  // The browser reads it after the press.
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}

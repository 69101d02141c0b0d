import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { addMonths } from '../../src/domain/days.ts';
import { customerZone, dayIn } from '../../src/domain/zone.ts';
import type { FieldProblem } from '../field-problems.ts';
import type { OwnEventState, Trial, WriteResult, WrittenLine } from '../own-events.ts';
import {
  draftArea,
  type DraftForm,
  draftSelect,
  draftText,
  isInvalid,
  problem,
  removeButton,
} from './form-controls.ts';
import { createDraftStore, type WrittenDraft } from './kept-draft.ts';
import {
  blankDraft,
  blankGroup,
  blankProduct,
  type CategoryPath,
  type DraftGroup,
  exampleDraft,
  idsOf,
  type OwnDraft,
  type Season,
  toInput,
} from './own-draft.ts';
import { ownEventStyles } from './own-event.styles.ts';
import type { OwnEventClient, OwnEventsOnSandbox } from './own-event-client.ts';
import { ownProduct } from './own-product.ts';
import { drawnPicture, pictureOf } from './picture-file.ts';
import { priceGroup } from './price-group.ts';
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
    const form = this.#formOf(draft);
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
      ${draftText(form, 'title', { label: 'Title', fields: ['event.title'] })}
      ${draftArea(form, 'description', { label: 'Description', fields: ['event.description'] })}
      ${this.#renderPictures(form)}
      <div class="pair">
        ${draftText(form, 'minutes', { label: 'Minutes', fields: ['event.duration'] }, 'numeric')}
        ${draftText(
          form,
          'places',
          { label: 'Places on a date', fields: ['event.max_participants'] },
          'numeric',
        )}
      </div>
      ${draftSelect(
        form,
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
      ${this.#renderPlace(form)}
      ${repeat(
        draft.groups,
        ({ key }) => key,
        (group, index) => {
          const head = index === 0 ? this.#renderCurrency(form) : removeGroup(form, group, index);
          return priceGroup(form, group, index, head, this.now);
        },
      )}
      <button
        class="quiet"
        id="add-group"
        type="button"
        @click=${() =>
          form.addRow(`groups.${draft.groups.length}.name`, () =>
            form.edit({ groups: [...draft.groups, blankGroup(this.#season)] }),
          )}
      >
        Add other prices for other dates
      </button>
      ${this.#renderProducts(form)} ${renderMore(form)} ${this.#renderFoot()}
    </form>`;
  }

  #renderPictures(form: DraftForm) {
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
            aria-invalid=${isInvalid(form, fields)}
            aria-describedby="event.images-problem pictures-hint"
            @change=${this.#choosePictures}
        /></label>
        <button class="quiet" type="button" @click=${this.#drawPicture}>Draw one for now</button>
      </div>
      ${problem(form, 'event.images', fields)}
      <p class="small" id="pictures-hint">
        The platform takes no event without one, and gives none back:
        ${
          this.onSandbox?.showsPictures
            ? 'the preview shows them as the site’s own.'
            : 'without a server, the preview has no place for them.'
        }
      </p>
    </div>`;
  }

  #renderPlace(form: DraftForm) {
    // Without a place of their own, people meet at the address.
    const meeting = ['event.meeting_location'];
    const hasMeeting = form.draft.meeting.trim() !== '';
    return html`<div class="section">
      <h3>Where</h3>
      ${draftText(form, 'address', { label: 'Address', fields: ['event.location', ...(hasMeeting ? [] : meeting)] })}
      ${draftText(form, 'coordinates', {
        label: 'Coordinates',
        hint: 'as maps give them: 52.5019, 13.4553',
        fields: coordinates,
      })}
      ${draftText(form, 'meeting', {
        label: 'People meet',
        hint: 'if it is not at the address',
        fields: hasMeeting ? meeting : [],
      })}
      ${draftSelect(form, 'timezone', { label: 'Time zone', fields: ['event.timezone'] }, zoneOptions(form.draft.timezone))}
    </div>`;
  }

  /** Of all prices. A vendor of the sandbox has one, but the file may be for another. */
  #renderCurrency(form: DraftForm) {
    const { currency } = form.draft;
    const own = this.onSandbox?.vendor.currency ?? '';
    const all = [...new Set([own, currency, ...CURRENCIES])].filter(Boolean);
    return html`<label class="small"
      >Currency
      <select
        aria-label="Currency"
        @change=${({ target }: Event) => {
          this.problems = this.problems.filter(({ field }) => !field.endsWith('.currency'));
          form.edit({ currency: (target as HTMLSelectElement).value });
        }}
      >
        ${all.map(
          (code) => html`<option value=${code} .selected=${code === currency}>${code}</option>`,
        )}
      </select></label
    >`;
  }

  #renderProducts(form: DraftForm) {
    const { products } = form.draft;
    return html`<div class="section">
      <h3>Products beside the tickets</h3>
      ${repeat(
        products,
        ({ key }) => key,
        (product, index) =>
          ownProduct(form, product, index, this.written?.ids[product.key] !== undefined),
      )}
      <button
        class="quiet"
        id="add-product"
        type="button"
        @click=${() =>
          form.addRow(`products.${products.length}.name`, () =>
            form.edit({ products: [...products, blankProduct()] }),
          )}
      >
        Add a product
      </button>
    </div>`;
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
        ${(!this.isLost && this.report) || this.#whereItIs}
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
      draft: isOlder ? (this.written?.draft ?? '') : problems.length > 0 ? '' : this.#textOfDraft,
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

  #formOf(draft: OwnDraft): DraftForm {
    return {
      draft,
      problems: this.problems,
      edit: (change) => this.#edit(change),
      forgive: (fields) => this.#forgive(fields),
      addRow: (focused, add) => {
        add();
        void this.#focus(focused);
      },
      removeRow: (remove, focused) => {
        remove();
        void this.#focus(focused);
      },
    };
  }

  #forgive(fields: readonly string[]): void {
    const isForgiven = ({ field }: FieldProblem) => fields.includes(field);
    if (this.problems.some(isForgiven)) {
      this.problems = this.problems.filter((one) => !isForgiven(one));
    }
  }

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

  #keep(): void {
    const { draft, pictures, written } = this;
    if (draft) this.isLost = !this.#store.keep({ draft, pictures, written });
  }

  readonly #warn = (event: BeforeUnloadEvent): void => {
    if (this.isLost) event.preventDefault();
  };

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
}

function removeGroup(form: DraftForm, group: DraftGroup, index: number): TemplateResult {
  const groups = form.draft.groups.filter(({ key }) => key !== group.key);
  return removeButton(`Remove other prices ${index}`, () =>
    form.removeRow(() => form.edit({ groups }), 'add-group'),
  );
}

function renderMore(form: DraftForm): TemplateResult {
  const highlights = { label: 'Highlights', hint: 'one in a line', fields: ['event.highlights'] };
  return html`<details class="section">
    <summary>More: highlights, what to bring, a hint</summary>
    <div class="rows">
      ${draftArea(form, 'highlights', highlights)}
      ${draftText(form, 'bring', { label: 'What people bring', fields: ['event.bring'] })}
      ${draftText(form, 'hint', { label: 'A hint while they book', fields: ['event.hint'] })}
    </div>
  </details>`;
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

const CURRENCIES = ['EUR', 'USD', 'GBP', 'CHF', 'JPY'];

/** Includes the chosen one, which may be a name that the browser's list does not have. */
function zoneOptions(chosen: string): Option[] {
  const all = new Set([chosen, ...Intl.supportedValuesOf('timeZone')]);
  return [...all].sort().map((zone) => [zone, zone.replaceAll('_', ' ')] as const);
}

function download(name: string, text: string): void {
  const href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  Object.assign(document.createElement('a'), { href, download: name }).click();
  // The browser reads it after the press.
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}

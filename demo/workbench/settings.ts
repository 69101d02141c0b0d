import { css, html, LitElement, noChange, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { HOUR, MINUTE } from '#contract/milliseconds';
import {
  type Configuration,
  ConfigurationChange,
  headingLevels,
  hostPages,
  namesOf,
  type Scheme,
  schemes,
  type Width,
  widths,
} from './configuration.ts';
import { languageName, languages } from './languages.ts';
import { colorIn, contrastOf, corners, type LookColor, lookColors } from './look.ts';
import type { SandboxEvent, SandboxWorld } from './sandbox-control.ts';
import { type Option, segments, segmentStyles } from './segments.ts';
import { workbenchStyles } from './styles.ts';
import { weathers } from './weather.ts';
import { worlds } from './worlds.ts';

/** The left column: the world, the look of the widget, and the weather. */
export class WorkbenchSettings extends LitElement {
  static override styles = [
    workbenchStyles,
    segmentStyles,
    css`
      section + section {
        margin-top: 20px;
      }
      .control {
        display: grid;
        grid-template-columns: 72px minmax(0, 1fr);
        gap: 8px;
        align-items: center;
        margin-bottom: 6px;
        border: 0;
      }
      .control > :first-child {
        color: var(--_muted);
        overflow-wrap: anywhere;
      }
      select,
      input[type='datetime-local'] {
        width: 100%;
        min-height: 34px;
        padding: 4px 6px;
        border: 1px solid var(--_line-strong);
        border-radius: 6px;
        background: var(--_surface);
        text-overflow: ellipsis;
      }
      input[type='datetime-local'] {
        padding-inline: 4px;
        font-size: 0.82em;
      }
      .color {
        display: flex;
        flex-wrap: wrap;
        gap: 2px 6px;
        align-items: center;
        min-height: 32px;
      }
      .color code {
        color: var(--_muted);
        font-size: 0.84em;
      }
      .color .set {
        color: var(--_ink);
      }
      .color input {
        flex: none;
        width: 36px;
        height: 28px;
        padding: 2px;
        border: 1px solid var(--_line-strong);
        border-radius: 6px;
        background: var(--_surface);
        cursor: pointer;
      }
      .color .quiet {
        padding: 4px 0;
        font-size: 0.9em;
      }
      .low {
        color: var(--_warn);
        font-weight: 600;
      }
      .range {
        display: grid;
        grid-template-columns: minmax(0, 1fr) 44px;
        gap: 8px;
        align-items: center;
      }
      .range input {
        width: 100%;
        min-height: 32px;
        accent-color: var(--_accent);
      }
      .range .number {
        text-align: end;
      }
      .more {
        margin: 8px 0;
      }
      .more summary {
        padding: 6px 0;
        color: var(--_muted);
      }
      .under {
        margin-inline-start: 80px;
      }
    `,
  ];

  @property({ attribute: false }) configuration!: Configuration;
  @property({ attribute: false }) world: SandboxWorld | undefined;
  /** The time in the world, in milliseconds since the epoch. */
  @property({ type: Number }) now = 0;
  /** Whether the world is a real platform, with neither scenarios nor weather. */
  @property({ attribute: false }) isReal = false;

  /** Whether a time is being typed, when the browser reports each digit as a change. */
  #isTyping = false;

  protected override render() {
    const { configuration, world } = this;
    const { vendor, event, language, headingLevel, scheme, page, width } = configuration;
    const events = listedEvents(world, vendor);
    return html`
      <section aria-labelledby="show">
        <h2 id="show">Show</h2>
        ${
          this.isReal
            ? nothing
            : this.#select('World', worldOptions(world), configuration.world, (value) => ({
                world: value,
              }))
        }
        ${this.#select(
          'Vendor',
          [
            ['', 'all of them'],
            ...(world?.vendors ?? []).map(({ id, name }) => [id, name] as const),
          ],
          vendor,
          (value) => ({ vendor: value, event: '' }),
        )}
        ${this.#select(
          'Opens at',
          [['', 'the list'], ...events.map(({ id, title }) => [id, title] as const)],
          event,
          (value) => ({ event: value }),
        )}
        ${this.#select(
          'Language',
          [['', 'the page’s'], ...languages.map((tag) => [tag, languageName(tag)] as const)],
          language,
          (value) => ({ language: value }),
        )}
        ${this.#select(
          'Headings',
          headingLevels.map((level) => [level, `<h${level}> and below`]),
          headingLevel,
          (value) => ({ headingLevel: headingLevels.find((level) => level === value) ?? '2' }),
        )}
      </section>
      <section aria-labelledby="look">
        <h2 id="look">Look</h2>
        ${this.#segments(
          'Scheme',
          schemes.map((name) => [name, schemeLabels[name]]),
          scheme,
          (value) => ({
            scheme: value as Scheme,
          }),
        )}
        ${lookColors.slice(0, MAIN_COLORS).map((color) => this.#renderColor(color))}
        ${this.#renderCorners()}
        <details class="more">
          <summary>More colours</summary>
          ${lookColors.slice(MAIN_COLORS).map((color) => this.#renderColor(color))}
        </details>
        ${this.#select('Page', Object.entries(hostPages), page, (value) => ({
          page: namesOf(hostPages).find((name) => name === value) ?? 'plain',
        }))}
        ${this.#segments(
          'Width',
          widths.map((name) => [name, widthLabels[name]]),
          width,
          (value) => ({
            width: value as Width,
          }),
        )}
      </section>
      ${this.isReal ? nothing : this.#renderWeather()}
    `;
  }

  #renderWeather() {
    return html`<section aria-labelledby="weather">
      <h2 id="weather">Weather</h2>
      ${this.#select(
        'Platform',
        Object.entries(weathers).map(([name, { label }]) => [name, label] as const),
        this.configuration.weather,
        (value) => ({ weather: namesOf(weathers).find((name) => name === value) ?? 'calm' }),
      )}
      ${this.#renderClock()}
    </section>`;
  }

  #select(
    label: string,
    options: readonly Option[],
    value: string,
    change: (value: string) => Partial<Configuration>,
  ) {
    return html`<label class="control">
      <span>${label}</span>
      <select
        @change=${({ target }: Event) => this.#change(change((target as HTMLSelectElement).value))}
      >
        ${options.map(
          ([option, text]) =>
            html`<option value=${option} .selected=${option === value}>${text}</option>`,
        )}
      </select>
    </label>`;
  }

  #segments(
    label: string,
    options: readonly Option[],
    value: string,
    change: (value: string) => Partial<Configuration>,
  ) {
    return html`<div class="control">
      <span aria-hidden="true">${label}</span>
      ${segments(label, options, value, (chosen) => this.#change(change(chosen)))}
    </div>`;
  }

  #renderColor({ key, label }: LookColor) {
    const { colors } = this.configuration;
    const chosen = colors[key];
    const value = colorIn(colors, key, this.#isDark);
    const { [key]: _, ...others } = colors;
    return html`<div class="control">
      <label for=${key}>${label}</label>
      <span class="color">
        <input
          id=${key}
          type="color"
          .value=${value}
          @input=${({ target }: Event) =>
            this.#change({ colors: { ...colors, [key]: (target as HTMLInputElement).value } })}
        />
        <code class=${chosen ? 'set' : ''}>${value}</code>
        ${key === 'accent' ? this.#renderContrast(value) : nothing}
        ${
          chosen
            ? html`<button
                class="quiet"
                type="button"
                aria-label=${`Reset ${label}`}
                @click=${() => this.#change({ colors: others })}
              >
                Reset
              </button>`
            : nothing
        }
      </span>
    </div>`;
  }

  /** The widget is dark on a dark page, unless its tag sets another scheme. */
  get #isDark(): boolean {
    const { scheme, page } = this.configuration;
    return scheme === 'dark' || (scheme === 'auto' && page === 'dark');
  }

  /** Measured against the surface, because that is what accent-coloured links and prices are on. */
  #renderContrast(accent: string) {
    const surface = colorIn(this.configuration.colors, 'surface', this.#isDark);
    const contrast = contrastOf(accent, surface);
    const isLow = contrast < READABLE;
    return html`<span
      class=${`small number ${isLow ? 'low' : ''}`}
      title="Contrast with the surface"
      >${contrast.toFixed(1)} : 1${isLow ? ', too low' : ''}</span
    >`;
  }

  #renderCorners() {
    const { radius } = this.configuration;
    return html`<label class="control">
      <span>Corners</span>
      <span class="range">
        <input
          type="range"
          min="0"
          max=${corners.max}
          .value=${String(radius)}
          @input=${({ target }: Event) =>
            this.#change({ radius: Number((target as HTMLInputElement).value) })}
        />
        <span class="small number">${radius} px</span>
      </span>
    </label>`;
  }

  /** The proxy uses the sandbox's clock, so moving it affects both. */
  #renderClock() {
    const { now } = this;
    const move = (milliseconds: number) => this.#change({ clock: momentOf(now + milliseconds) });
    return html`<label class="control">
        <span>Clock</span>
        <input
          type="datetime-local"
          .value=${this.#isTyping ? noChange : now ? localText(now) : ''}
          @keydown=${this.#typeClock}
          @change=${({ target }: Event) => this.#isTyping || this.#setClock(target)}
          @blur=${({ target }: Event) => this.#isTyping && this.#setClock(target)}
        />
      </label>
      <div class="actions under">
        <button class="action" type="button" @click=${() => move(HOUR)}>+ 1 hour</button>
        <button class="action" type="button" @click=${() => move(24 * HOUR)}>+ 1 day</button>
        ${
          this.configuration.clock
            ? html`<button class="action" type="button" @click=${() => this.#change({ clock: '' })}>
                True time
              </button>`
            : nothing
        }
        <button class="action" type="button" @click=${() => this.#reset()}>Start anew</button>
      </div>`;
  }

  readonly #typeClock = ({ key, target }: KeyboardEvent): void => {
    this.#isTyping = true;
    if (key === 'Enter') this.#setClock(target);
  };

  #setClock(target: EventTarget | null): void {
    this.#isTyping = false;
    const { value } = target as HTMLInputElement;
    if (value && value !== localText(this.now)) {
      this.#change({ clock: momentOf(Date.parse(value)) });
    }
  }

  #reset(): void {
    this.dispatchEvent(new Event('world-reset', { bubbles: true, composed: true }));
  }

  #change(change: Partial<Configuration>): void {
    this.dispatchEvent(new ConfigurationChange(change));
  }
}

/** The number of colours that are always shown. */
const MAIN_COLORS = 3;
/** Nobody chooses from a longer list. */
const MOST_EVENTS = 200;
/** The minimum contrast of text (WCAG 2.2, 1.4.3). */
const READABLE = 4.5;

const schemeLabels: Readonly<Record<Scheme, string>> = {
  auto: 'Auto',
  light: 'Light',
  dark: 'Dark',
};
const widthLabels: Readonly<Record<Width, string>> = {
  '320': '320',
  '390': '390',
  '600': '600',
  '1100': '1100',
  full: 'Full',
};

/** Includes the running scenario, which may be one that the workbench does not offer. */
function worldOptions(world: SandboxWorld | undefined): Option[] {
  const options = Object.entries(worlds);
  const { scenario } = world ?? {};
  const isOffered = scenario === undefined || scenario in worlds;
  return isOffered ? options : [...options, [scenario, scenario]];
}

function listedEvents(world: SandboxWorld | undefined, vendor: string): SandboxEvent[] {
  const { events = [] } = world ?? {};
  const listed = events.filter(
    ({ root_event_id, vendor_id }) => root_event_id === '' && (!vendor || vendor_id === vendor),
  );
  return listed.slice(0, MOST_EVENTS);
}

/** To the minute, as the workbench's address has it. */
function momentOf(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 16)}Z`;
}

/** In the browser's time zone, as `datetime-local` requires it. */
function localText(milliseconds: number): string {
  const offset = new Date(milliseconds).getTimezoneOffset() * MINUTE;
  return new Date(milliseconds - offset).toISOString().slice(0, 16);
}

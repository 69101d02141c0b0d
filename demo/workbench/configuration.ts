import { corners, lookColors } from './look.ts';
import { type Weather, weathers } from './weather.ts';

/**
 * What a reseller pastes: the tag, a `<div>` for editors that strip tags, or the button, either in
 * its place on the page or floating at the bottom of the window.
 */
export const tagKinds = {
  widget: 'Tag',
  div: 'Div',
  button: 'Button',
  floating: 'Floating',
} as const;
export type TagKind = keyof typeof tagKinds;

/** The host pages: files of these names in `pages/`. */
export const hostPages = {
  plain: 'Plain',
  bootstrap: 'Bootstrap-like',
  wordpress: 'WordPress-like',
  dark: 'Dark',
  'right-to-left': 'Right to left',
} as const;
export type HostPage = keyof typeof hostPages;

/** Widths of the preview in CSS pixels; `full` takes the available width. */
export const widths = ['320', '390', '600', '1100', 'full'] as const;
export type Width = (typeof widths)[number];

export const schemes = ['auto', 'light', 'dark'] as const;
export type Scheme = (typeof schemes)[number];

/** Levels of the widget's highest heading. */
export const headingLevels = ['1', '2', '3', '4', '5', '6'] as const;

/** What stands beside the preview: its settings, or the form of an event of the vendor's own. */
export const views = { settings: 'Settings', mine: 'An event of mine' } as const;
export type View = keyof typeof views;

/** The settings of a preview. An empty text is the default. */
export interface Configuration {
  readonly view: View;
  /** A scenario of the sandbox; empty for the running one. */
  readonly world: string;
  readonly kind: TagKind;
  /** The fallback link within the tag; empty for none. */
  readonly link: string;
  /** The id of the only vendor on sale. */
  readonly vendor: string;
  /** The id of the event that opens in place of the list. */
  readonly event: string;
  /** Empty for the host page's language. */
  readonly language: string;
  readonly headingLevel: (typeof headingLevels)[number];
  readonly scheme: Scheme;
  /** Colours that are set, as `#0b6e63`, by the key of their property. */
  readonly colors: Readonly<Record<string, string>>;
  /** The radius of a card's corners, in CSS pixels. */
  readonly radius: number;
  readonly page: HostPage;
  readonly width: Width;
  readonly weather: Weather;
  /** When the preview begins, as `2026-11-21T14:02Z`; empty for now. */
  readonly clock: string;
}

export const defaultConfiguration: Configuration = {
  view: 'settings',
  world: '',
  kind: 'widget',
  link: '',
  vendor: '',
  event: '',
  language: '',
  headingLevel: '2',
  scheme: 'auto',
  colors: {},
  radius: corners.default,
  page: 'plain',
  width: 'full',
  weather: 'calm',
  clock: '',
};

const texts = ['world', 'vendor', 'event', 'language'] as const;

/** Dispatched to change settings. */
export class ConfigurationChange extends Event {
  readonly change: Partial<Configuration>;

  constructor(change: Partial<Configuration>) {
    super('configuration-change', { bubbles: true, composed: true });
    this.change = change;
  }
}

/** The query of the workbench's address, without default values. */
export function queryOf(configuration: Configuration): URLSearchParams {
  const query = new URLSearchParams();
  for (const name of [
    ...texts,
    'view',
    'kind',
    'link',
    'scheme',
    'page',
    'width',
    'weather',
    'clock',
  ] as const) {
    const value = configuration[name];
    if (value !== defaultConfiguration[name]) query.set(name, value);
  }
  for (const { key } of lookColors) {
    const value = configuration.colors[key];
    if (value) query.set(key, value.slice(1));
  }
  const { headingLevel, radius } = configuration;
  if (headingLevel !== defaultConfiguration.headingLevel) query.set('heading', headingLevel);
  if (radius !== corners.default) query.set('radius', String(radius));
  return query;
}

/** Parses such a query. Invalid values are replaced by the defaults. */
export function configurationOf(query: URLSearchParams): Configuration {
  const text = (name: string) => query.get(name) ?? '';
  const colors = lookColors.flatMap(({ key }) =>
    /^[\da-f]{6}$/i.test(text(key)) ? [[key, `#${text(key)}`] as const] : [],
  );
  const radius = /^\d{1,2}$/.test(text('radius')) ? Number(text('radius')) : corners.default;
  return {
    view: oneOf(namesOf(views), text('view')) ?? defaultConfiguration.view,
    world: text('world'),
    kind: oneOf(namesOf(tagKinds), text('kind')) ?? defaultConfiguration.kind,
    link: isWebAddress(text('link')) ? text('link') : '',
    vendor: text('vendor'),
    event: text('event'),
    language: text('language'),
    headingLevel: oneOf(headingLevels, text('heading')) ?? defaultConfiguration.headingLevel,
    scheme: oneOf(schemes, text('scheme')) ?? defaultConfiguration.scheme,
    colors: Object.fromEntries(colors),
    radius: Math.min(radius, corners.max),
    page: oneOf(namesOf(hostPages), text('page')) ?? defaultConfiguration.page,
    width: oneOf(widths, text('width')) ?? defaultConfiguration.width,
    weather: oneOf(namesOf(weathers), text('weather')) ?? defaultConfiguration.weather,
    clock: isMoment(text('clock')) ? text('clock') : '',
  };
}

export function namesOf<Name extends string>(table: Readonly<Record<Name, unknown>>): Name[] {
  return Object.keys(table) as Name[];
}

function oneOf<Name extends string>(names: readonly Name[], text: string): Name | undefined {
  return names.find((name) => name === text);
}

function isWebAddress(text: string): boolean {
  return /^https?:/i.test(text) && URL.canParse(text);
}

function isMoment(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\dZ$/.test(text) && !Number.isNaN(Date.parse(text));
}

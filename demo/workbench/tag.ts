import { type Configuration, defaultConfiguration, type TagKind } from './configuration.ts';
import { cornerProperties, corners, lookColors } from './look.ts';

/** The tag as a configuration wants it: what the preview shows, and what the snippet says. */
export interface Tag {
  readonly name: 'booking-widget' | 'div' | 'booking-button';
  readonly attributes: Readonly<Record<string, string>>;
  /** Custom properties. */
  readonly properties: Readonly<Record<string, string>>;
  /** What stands in it, also where the script does not load. */
  readonly content: TagContent;
}

export interface TagContent {
  readonly text: string;
  /** Where the text leads; empty where it is no link. */
  readonly href: string;
}

const names = {
  widget: 'booking-widget',
  div: 'div',
  button: 'booking-button',
  floating: 'booking-button',
} as const satisfies Record<TagKind, string>;

export function tagOf(configuration: Configuration): Tag {
  const { kind, vendor, event, language, headingLevel, scheme, colors, radius, link } =
    configuration;
  const options = {
    vendor,
    event,
    lang: language,
    'heading-level': headingLevel === defaultConfiguration.headingLevel ? '' : headingLevel,
    'color-scheme': scheme === 'auto' ? '' : scheme,
  };
  const prefix = kind === 'div' ? 'data-' : '';
  const attributes = Object.entries(options)
    .filter(([, value]) => value)
    .map(([name, value]) => [prefix + name, value] as const);
  const colorProperties = lookColors.flatMap(({ key, property }) =>
    colors[key] ? [[property, colors[key]] as const] : [],
  );
  const isButton = names[kind] === 'booking-button';
  const words = isButton ? 'Book now' : 'Book at the vendor’s';
  return {
    name: names[kind],
    attributes: {
      ...(kind === 'div' && { 'data-booking-widget': '' }),
      ...(kind === 'floating' && { floating: '' }),
      ...Object.fromEntries(attributes),
    },
    properties: {
      ...Object.fromEntries(colorProperties),
      ...(radius !== corners.default && cornerProperties(radius)),
    },
    content: { text: link || isButton ? words : '', href: link },
  };
}

/** The elements of a tag, as the snippet's HTML makes them. */
export function elementOf({ name, content: { text, href } }: Tag): HTMLElement {
  const element = document.createElement(name);
  if (href) element.append(Object.assign(document.createElement('a'), { href, textContent: text }));
  else element.append(text);
  return element;
}

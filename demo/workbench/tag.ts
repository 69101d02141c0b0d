import { type Configuration, defaultConfiguration, type TagKind } from './configuration.ts';
import { cornerProperties, corners, lookColors } from './look.ts';

/** The tag for a configuration, as both the preview and the snippet use it. */
export interface Tag {
  readonly name: 'booking-widget' | 'div' | 'booking-button';
  readonly attributes: Readonly<Record<string, string>>;
  /** Custom properties. */
  readonly properties: Readonly<Record<string, string>>;
  /** The content of the tag, which stays visible if the script does not load. */
  readonly content: TagContent;
}

export interface TagContent {
  readonly text: string;
  /** The link's address; empty if the text is not a link. */
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

/** Creates the element that the snippet's HTML creates. */
export function elementOf({ name, content: { text, href } }: Tag): HTMLElement {
  const element = document.createElement(name);
  if (href) element.append(Object.assign(document.createElement('a'), { href, textContent: text }));
  else element.append(text);
  return element;
}

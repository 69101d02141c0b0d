import type { Configuration } from './configuration.ts';
import { cornerProperties, corners, lookColors } from './look.ts';

/** The widget's tag as a configuration wants it: what the preview shows, and what the snippet says. */
export interface Tag {
  readonly attributes: Readonly<Record<string, string>>;
  /** Custom properties. */
  readonly properties: Readonly<Record<string, string>>;
}

export function tagOf(configuration: Configuration): Tag {
  const { vendor, event, language, scheme, colors, radius } = configuration;
  const attributes = {
    vendor,
    event,
    lang: language,
    'color-scheme': scheme === 'auto' ? '' : scheme,
  };
  const colorProperties = lookColors.flatMap(({ key, property }) =>
    colors[key] ? [[property, colors[key]] as const] : [],
  );
  return {
    attributes: Object.fromEntries(Object.entries(attributes).filter(([, value]) => value)),
    properties: {
      ...Object.fromEntries(colorProperties),
      ...(radius !== corners.default && cornerProperties(radius)),
    },
  };
}

/** Where the custom properties stand. A page whose policy forbids inline styles has a style sheet. */
export type StylePlace = 'tag' | 'sheet';

/** HTML for any page, from `<booking-widget>` to the script that brings it. */
export function snippetOf(
  { attributes, properties }: Tag,
  script: string,
  place: StylePlace,
): string {
  const written = Object.entries(attributes).map(
    ([name, value]) => `${name}="${escapeAttribute(value)}"`,
  );
  const declarations = declarationsOf(properties).map((declaration) => `\n    ${declaration};`);
  if (place === 'tag' && declarations.length > 0)
    written.push(`style="${declarations.join('')}\n  "`);
  const oneLine = ['<booking-widget', ...written].join(' ');
  const isShort = oneLine.length <= LINE && !oneLine.includes('\n');
  const opened = isShort ? oneLine : `${['<booking-widget', ...written].join('\n  ')}\n`;
  return `${opened}></booking-widget>\n<script async src="${escapeAttribute(script)}"></script>`;
}

/** What the page's own style sheet gets, where the properties are not in the tag. */
export function styleRuleOf({ properties }: Tag): string {
  const lines = declarationsOf(properties).map((declaration) => `  ${declaration};\n`);
  return lines.length > 0 ? `booking-widget {\n${lines.join('')}}` : '';
}

/** In characters: what is longer has an attribute on each line. */
const LINE = 60;

function declarationsOf(properties: Tag['properties']): string[] {
  return Object.entries(properties).map(([name, value]) => `${name}: ${value}`);
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

import { paths } from '#contract/paths';
import { createUrls, limitFor } from '../../src/client/urls.ts';
import type { Tag, TagContent } from './tag.ts';

/**
 * Where the custom properties are written. A page whose CSP forbids inline styles needs a style
 * sheet.
 */
export type StylePlace = 'tag' | 'sheet';

/** HTML for any page: the tag and its script. */
export function snippetOf(tag: Tag, proxy: string, place: StylePlace): string {
  const script = `<script async src="${escape(proxy + paths.script)}"></script>`;
  return `${openingOf(tag, place)}${contentOf(tag.content)}</${tag.name}>\n${script}`;
}

function openingOf({ name, attributes, properties }: Tag, place: StylePlace): string {
  const written = Object.entries(attributes).map(([attribute, value]) =>
    value ? `${attribute}="${escape(value)}"` : attribute,
  );
  const declarations = place === 'tag' ? declarationsOf(properties) : [];
  const isStyled = declarations.length > 0;
  const style = isStyled ? [`style="${declarations.join('; ')}"`] : [];
  const oneLine = `${[`<${name}`, ...written, ...style].join(' ')}>`;
  if (oneLine.length <= LINE) return oneLine;
  const lines = declarations.map((text) => `\n    ${text};`);
  const styleLines = isStyled ? [`style="${lines.join('')}\n  "`] : [];
  return `${[`<${name}`, ...written, ...styleLines].join('\n  ')}\n>`;
}

/** The rule for the page's own style sheet, if the properties are not in the tag. */
export function styleRuleOf({ name, properties }: Tag): string {
  const selector = name === 'div' ? '[data-booking-widget]' : name;
  const lines = declarationsOf(properties).map((text) => `  ${text};\n`);
  return lines.length > 0 ? `${selector} {\n${lines.join('')}}` : '';
}

/**
 * Lines for the page's head that preload the widget's first requests before its script runs. A
 * button requests nothing until it is pressed, and the first list of all events comes in the script.
 */
export function preloadLinesOf({ name, attributes }: Tag, proxy: string): string {
  if (name === 'booking-button') return '';
  const urls = createUrls(proxy);
  const option = (attribute: string) => attributes[attribute] ?? attributes[`data-${attribute}`];
  const event = option('event');
  const vendor = option('vendor');
  if (!event && !vendor) return '';
  const first = event ? urls.mergedEvent(event) : urls.events({ vendor, limit: limitFor(1) });
  return [urls.site(), first]
    .map((url) => `<link rel="preload" as="fetch" crossorigin href="${escape(url)}" />`)
    .join('\n');
}

/** In characters; a longer tag has one attribute per line. */
const LINE = 60;

function contentOf({ text, href }: TagContent): string {
  return href ? `\n  <a href="${escape(href)}">${escape(text)}</a>\n` : escape(text);
}

function declarationsOf(properties: Tag['properties']): string[] {
  return Object.entries(properties).map(([name, value]) => `${name}: ${value}`);
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

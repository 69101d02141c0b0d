import { Visitor, type Plugin } from 'vite';
import { replaceRanges, type Replacement } from './replace-ranges.ts';

/**
 * Makes one space of the white space in `html` templates. Nothing here is shown as it is written
 * (`white-space: pre`).
 */
export function shortenTemplates(): Plugin {
  return {
    name: 'shorten-templates',
    transform(code, id) {
      if (!/\/src\/.*\.ts$/.test(id)) return undefined;
      const replacements: Replacement[] = [];
      new Visitor({
        TaggedTemplateExpression({ tag, quasi }) {
          if (tag.type !== 'Identifier' || tag.name !== 'html') return;
          const texts = shorten(quasi.quasis.map(({ value }) => value.raw));
          quasi.quasis.forEach(({ start, end }, index) =>
            replacements.push({ start, end, text: texts[index] ?? '' }),
          );
        },
      }).visit(this.parse(code));
      return replaceRanges(code, replacements);
    },
  };
}

/** A tag may begin in one text of a template and end in another, so all are seen as one. */
function shorten(texts: string[]): string[] {
  const BETWEEN = '\0';
  return texts
    .join(BETWEEN)
    .replace(/[ \t\n]+/g, ' ')
    .replace(/(<[^<>]*) >/g, '$1>')
    .split(BETWEEN);
}

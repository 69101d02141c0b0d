import { Visitor, type ESTree, type Plugin } from 'vite';
import { replaceRanges, type Replacement } from './replace-ranges.ts';

/**
 * Makes `static properties` of Lit's property decorators, which mean the same: a decorated property
 * is a call in the script, and decorators bring code of their own.
 */
export function staticProperties(): Plugin {
  return {
    name: 'static-properties',
    // Before TypeScript is taken out, and with it the decorators.
    enforce: 'pre',
    transform(code, id) {
      if (!/\/src\/.*\.ts$/.test(id)) return undefined;
      const replacements: Replacement[] = [];
      new Visitor({
        ClassBody({ body, start }) {
          const entries: string[] = [];
          for (const member of body) {
            if (member.type !== 'PropertyDefinition' || member.key.type !== 'Identifier') continue;
            for (const decorator of member.decorators) {
              const options = optionsOf(decorator, code);
              if (options === undefined) continue;
              entries.push(`${member.key.name}: ${options}`);
              replacements.push({ start: decorator.start, end: decorator.end, text: '' });
            }
          }
          if (entries.length === 0) return;
          const text = `{ static properties = { ${entries.join(', ')} };`;
          replacements.push({ start, end: start + 1, text });
        },
      }).visit(this.parse(code, { lang: 'ts' }));
      return replaceRanges(code, replacements);
    },
  };
}

/** As they are written in `static properties`; undefined for a decorator that is not Lit's. */
function optionsOf({ expression }: ESTree.Decorator, code: string): string | undefined {
  if (expression.type !== 'CallExpression' || expression.callee.type !== 'Identifier') {
    return undefined;
  }
  const [options] = expression.arguments;
  if (expression.callee.name === 'state') return '{ state: true }';
  if (expression.callee.name !== 'property') return undefined;
  return options ? code.slice(options.start, options.end) : '{}';
}

import { Visitor, type Plugin } from 'vite';
import { replaceRanges, type Replacement } from './replace-ranges.ts';

/**
 * Makes `_name` of `#name`. ES2020 has no private members: each would become a WeakMap that is asked
 * at every use. No class here extends another that has a private member of the same name.
 */
export function renamePrivateMembers(): Plugin {
  return {
    name: 'rename-private-members',
    // Before TypeScript is taken out, so that fields become assignments as tsconfig.json says.
    enforce: 'pre',
    transform(code, id) {
      if (!/\/src\/.*\.ts$/.test(id)) return undefined;
      const replacements: Replacement[] = [];
      new Visitor({
        PrivateIdentifier: ({ start, end, name }) =>
          void replacements.push({ start, end, text: `_${name}` }),
      }).visit(this.parse(code, { lang: 'ts' }));
      return replaceRanges(code, replacements);
    },
  };
}

/** The members that this has renamed, for the minifier; Lit's own shared ones begin with `_$`. */
export const renamedMembers = /^_[A-Za-z]+$/;

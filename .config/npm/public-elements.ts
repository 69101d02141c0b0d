import {
  type Declaration,
  type Documented,
  findElement,
  type Manifest,
  type Typed,
} from './manifest.ts';

/** An element of the public API, which pages may write. */
export interface PublicElement {
  readonly tag: PublicTag;
  readonly className: string;
  readonly description: string;
  readonly attributes: readonly Required<Typed>[];
  readonly properties: readonly Required<Documented>[];
  readonly events: readonly Documented[];
  readonly slots: readonly Documented[];
  readonly cssProperties: readonly Documented[];
  readonly cssParts: readonly Documented[];
}

const publicTags = ['booking-widget', 'booking-button'] as const;
type PublicTag = (typeof publicTags)[number];

export function publicElements({ modules }: Manifest): PublicElement[] {
  const declarations = modules.flatMap((module) => module.declarations);
  const widget = findElement(declarations, 'booking-widget');
  return publicTags.map((tag) => {
    const own = findElement(declarations, tag);
    return {
      tag,
      className: own.name,
      description: own.description ?? '',
      attributes: (own.attributes ?? []).map(complete),
      properties: fieldsOf(own).map(complete),
      events: own.events ?? [],
      slots: own.slots ?? [],
      cssProperties: widget.cssProperties ?? [],
      cssParts: own.cssParts ?? [],
    };
  });
}

function fieldsOf({ members = [] }: Declaration): Typed[] {
  return members.filter(({ kind }) => kind === 'field');
}

/**
 * Every public name needs a type and a description, because the package's types and editor data are
 * made from them.
 */
function complete<Thing extends Typed>(thing: Thing): Required<Thing> {
  if (!thing.type || !thing.description) {
    throw new Error(`${thing.name} has no type or no description in custom-elements.json.`);
  }
  return thing as Required<Thing>;
}

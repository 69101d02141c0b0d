import { readFileSync } from 'node:fs';

/** What custom-elements.json says of a thing that has a name. */
export interface Documented {
  readonly name: string;
  readonly description?: string;
}

interface Typed extends Documented {
  readonly type?: { readonly text: string };
}

interface Attribute extends Typed {
  readonly fieldName: string;
}

interface Member extends Typed {
  readonly kind: string;
  readonly attribute?: string;
  readonly privacy?: string;
  readonly static?: boolean;
  readonly readonly?: boolean;
}

/** A declaration of custom-elements.json, with nothing left out. */
interface Declaration {
  readonly name: string;
  readonly tagName?: string;
  readonly description?: string;
  readonly attributes?: readonly Attribute[];
  readonly members?: readonly Member[];
  readonly events?: readonly Documented[];
  readonly slots?: readonly Documented[];
  readonly cssProperties?: readonly Documented[];
  readonly cssParts?: readonly Documented[];
}

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

/** What is set from outside, and has no attribute. */
const propertiesOf: Record<PublicTag, readonly string[]> = {
  'booking-widget': ['prefill', 'payment', 'close', 'fetch', 'clock'],
  'booking-button': ['widgetProperties'],
};

export function readPublicElements(manifest: string): PublicElement[] {
  const { modules } = JSON.parse(readFileSync(manifest, 'utf8')) as {
    modules: { declarations: Declaration[] }[];
  };
  const declarations = modules.flatMap((module) => module.declarations);
  const widget = findElement(declarations, 'booking-widget');
  return publicTags.map((tag) => {
    const own = findElement(declarations, tag);
    // The button has the widget's attributes and events besides its own.
    const all = own === widget ? [widget] : [own, widget];
    return {
      tag,
      className: own.name,
      description: own.description ?? '',
      attributes: all.flatMap(({ attributes = [] }) => attributes.map(complete)),
      properties: [
        ...(own.attributes ?? []).map(({ fieldName, ...other }) => ({ ...other, name: fieldName })),
        ...propertiesOf[tag].map((name) => findMember(own, name)),
      ].map(complete),
      events: all.flatMap(({ events = [] }) => events),
      slots: own.slots ?? [],
      cssProperties: widget.cssProperties ?? [],
      cssParts: own.cssParts ?? [],
    };
  });
}

function findElement(declarations: readonly Declaration[], tag: PublicTag): Declaration {
  const found = declarations.find(({ tagName }) => tagName === tag);
  if (!found) throw new Error(`custom-elements.json has no ${tag}.`);
  return found;
}

function findMember({ name: element, members = [] }: Declaration, name: string): Member {
  const found = members.find((member) => member.name === name && member.kind === 'field');
  if (!found) throw new Error(`custom-elements.json has no ${name} of ${element}.`);
  return found;
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

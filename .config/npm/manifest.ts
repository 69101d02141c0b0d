/** Anything in custom-elements.json that has a name. */
export interface Documented {
  readonly name: string;
  readonly description?: string;
}

export interface Typed extends Documented {
  readonly type?: { readonly text: string };
}

export interface Attribute extends Typed {
  readonly fieldName: string;
}

export interface Member extends Typed {
  readonly kind: string;
  /** The attribute of a field, if it has one. */
  readonly attribute?: string;
  readonly privacy?: string;
  readonly static?: boolean;
}

/** A declaration as it stands in custom-elements.json. */
export interface Declaration {
  readonly name: string;
  readonly tagName?: string;
  readonly customElement?: boolean;
  readonly superclass?: { readonly name: string };
  readonly description?: string;
  readonly attributes?: readonly Attribute[];
  readonly members?: readonly Member[];
  readonly events?: readonly Documented[];
  readonly slots?: readonly Documented[];
  readonly cssProperties?: readonly Documented[];
  readonly cssParts?: readonly Documented[];
}

interface Module {
  readonly path: string;
  readonly declarations: readonly Declaration[];
}

export interface Manifest {
  readonly modules: readonly Module[];
}

/**
 * The manifest that shops get: only elements, without their private members. The button takes the
 * widget's attributes besides its own, and fires its events.
 */
export function publicManifest(manifest: Manifest): Manifest {
  const declarations = manifest.modules.flatMap((module) => module.declarations);
  const widget = findElement(declarations, 'booking-widget');
  const modules = manifest.modules
    .map((module) => ({
      ...module,
      declarations: module.declarations
        .filter(isElement)
        .map((element) => withoutPrivate(element))
        .map((element) =>
          element.tagName === 'booking-button' ? withOptionsOf(element, widget) : element,
        ),
    }))
    .filter((module) => module.declarations.length > 0);
  return { ...manifest, modules };
}

export function findElement(declarations: readonly Declaration[], tag: string): Declaration {
  const found = declarations.find(({ tagName }) => tagName === tag);
  if (!found) throw new Error(`custom-elements.json has no ${tag}.`);
  return found;
}

/** The analyzer only recognises elements that extend `LitElement` directly. */
function isElement({ customElement, superclass }: Declaration): boolean {
  return customElement === true || superclass?.name === 'InnerElement';
}

function withoutPrivate(element: Declaration): Declaration {
  const isPublic = (member: Member) => (member.privacy ?? 'public') === 'public' && !member.static;
  return { ...element, members: (element.members ?? []).filter(isPublic) };
}

function withOptionsOf(button: Declaration, widget: Declaration): Declaration {
  return {
    ...button,
    attributes: [...(button.attributes ?? []), ...(widget.attributes ?? [])],
    events: widget.events ?? [],
  };
}

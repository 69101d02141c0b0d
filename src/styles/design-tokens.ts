import { type CSSResult, unsafeCSS } from 'lit';

/** A browser without `light-dark()` gets the light values, and the surface for mixed colours. */
const isModern = globalThis.CSS?.supports('color', 'light-dark(#000, #fff)');

const scheme = (light: string, dark: string) =>
  isModern ? `light-dark(${light}, ${dark})` : light;

const mix = (color: string, percent: number) =>
  isModern ? `color-mix(in srgb, ${color} ${percent}%, var(--_surface))` : 'var(--_surface)';

/** The default values by role, which the host page can replace. */
const roles: Record<string, string> = {
  accent: scheme('#0b6e63', '#58c7b8'),
  'on-accent': scheme('#fff', '#06201d'),
  surface: scheme('#fff', '#14171a'),
  ink: scheme('#15181c', '#eef1f3'),
  warn: scheme('#8a4b00', '#f2b25c'),
  bad: scheme('#a8201a', '#ff8a80'),
  muted: isModern ? mix('var(--_ink)', 69) : '#59616b',
  line: isModern ? mix('var(--_ink)', 13) : '#dfe3e7',
  'line-strong': isModern ? mix('var(--_ink)', 54) : '#7d868f',
  raised: mix('var(--_ink)', 4),
  'accent-soft': mix('var(--_accent)', 12),
  'warn-soft': mix('var(--_warn)', 12),
  radius: '12px',
  'radius-small': '8px',
  'tint-0': mix('var(--_accent)', 12),
  'tint-1': mix('#4a80d8', 12),
  'tint-2': mix('#e08a20', 12),
  'tint-3': mix('#9a60c8', 12),
  'tint-4': mix('#d05a68', 12),
  'tint-5': mix('#70901a', 12),
};

/** The custom properties that a host page may set, without `--booking-`. */
export const roleNames = Object.keys(roles);

const prose = ['ink', 'muted', 'accent', 'warn', 'bad'];
const soft = ['accent-soft', 'warn-soft'];
const tints = roleNames.filter((role) => role.startsWith('tint'));

/** The text colours that are used on each background. `page` is the host page's background. */
export const textsOn: Record<string, string[]> = {
  ...Object.fromEntries(['page', 'surface', ...soft, ...tints].map((ground) => [ground, prose])),
  accent: ['on-accent'],
  ink: ['surface'],
};

/**
 * The text colours of an element with this background: `--_*-text` is the role's colour, or a more
 * readable one (readable-text.ts). Inner elements inherit it as `--_*-here`.
 */
export function writeOn(ground: string): CSSResult {
  const texts = textsOn[ground] ?? [];
  const declarations = texts.map(
    (text) =>
      `--_${text}-here: var(--_${text}-on-${ground}, var(--_${text})); --_${text}-text: var(--_${text}-here);`,
  );
  return unsafeCSS(`${declarations.join('')} color: var(--_${texts[0]}-text);`);
}

/** The background of an element, and its text colours. */
export const ground = (name: string): CSSResult =>
  unsafeCSS(`background: var(--_${name}); ${writeOn(name)}`);

/** A ticket's stub, and its plate in the place of a picture, have the tint of its category. */
export const tintedStubs = unsafeCSS(
  tints.map((tint) => `.${tint} :is(.stub, .plate) { ${ground(tint)} }`).join(''),
);

const declarations = Object.entries(roles).map(
  ([role, value]) => `--_${role}: var(--booking-${role}, ${value})`,
);
const inherited = [...prose, 'on-accent', 'surface'].map(
  (text) => `--_${text}-text: var(--_${text}-here, var(--_${text}))`,
);

/**
 * `--booking-*` is what a host page may set; `--_*` is what the elements read. Light and dark
 * follow the `color-scheme` that the host page (or the widget's attribute) declares.
 */
export const tokens = unsafeCSS(`:host { ${[...declarations, ...inherited].join('; ')} }`);

const ownColors = Object.entries(textsOn).flatMap(([ground, texts]) =>
  texts.flatMap((text) => [`--_${text}-here: initial`, `--_${text}-on-${ground}: initial`]),
);

/** For the outermost elements: what a page itself sets of the `--_*` does not reach in. */
export const border = unsafeCSS(`:host { ${[...new Set(ownColors)].join('; ')} }`);

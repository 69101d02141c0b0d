import { unsafeCSS } from 'lit';

/** The look's values by role, in light and dark; one value where both have the same. */
const roles: Record<string, [light: string, dark?: string]> = {
  accent: ['#0b6e63', '#58c7b8'],
  'on-accent': ['#fff', '#06201d'],
  'accent-soft': ['#e6f2f0', '#12312d'],
  ink: ['#15181c', '#eef1f3'],
  muted: ['#59616b', '#a3adb7'],
  line: ['#dfe3e7', '#2f363d'],
  'line-strong': ['#7d868f', '#77818b'],
  surface: ['#fff', '#14171a'],
  raised: ['#f6f7f8', '#1b1f23'],
  warn: ['#8a4b00', '#f2b25c'],
  'warn-soft': ['#fff4e0', '#33240d'],
  bad: ['#a8201a', '#ff8a80'],
  radius: ['12px'],
  'radius-small': ['8px'],
  'tint-0': ['#e6f2f0', '#16302d'],
  'tint-1': ['#e8eef8', '#1a2738'],
  'tint-2': ['#fbf0e2', '#33270f'],
  'tint-3': ['#f3ecf7', '#2b2035'],
  'tint-4': ['#f9ebec', '#361f23'],
  'tint-5': ['#eef2e2', '#262d16'],
};

/** What a page may set, without the `--booking-`. */
export const roleNames = Object.keys(roles);

/** A browser without `light-dark()` shows the light values. */
const hasDark = globalThis.CSS?.supports('color', 'light-dark(#000, #fff)');

const declarations = Object.entries(roles).map(([role, [light, dark]]) => {
  const value = dark && hasDark ? `light-dark(${light}, ${dark})` : light;
  return `--_${role}: var(--booking-${role}, ${value})`;
});

/**
 * `--booking-*` is what a host page may set; `--_*` is what the elements read. Light and dark follow
 * the `color-scheme` that the host page (or the widget's attribute) declares.
 */
export const tokens = unsafeCSS(`:host { ${declarations.join('; ')} }`);

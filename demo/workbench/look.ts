import { contrast, type Rgb } from '../../src/page/color.ts';

/** A custom property of the widget that the workbench sets. */
export interface LookColor {
  readonly property: `--booking-${string}`;
  /** Its name in the workbench's address. */
  readonly key: string;
  readonly label: string;
  /** The default value. */
  readonly otherwise: OfScheme | Mixed;
}

export interface OfScheme {
  readonly light: string;
  readonly dark: string;
}

/** A percentage of another colour (a key or six hex digits), mixed into the surface. */
export interface Mixed {
  readonly of: string;
  readonly percent: number;
}

/** The first colours shape a brand most; the workbench shows the others on demand. */
export const lookColors: readonly LookColor[] = [
  lookColor('accent', 'Accent', { light: '#0b6e63', dark: '#58c7b8' }),
  lookColor('surface', 'Surface', { light: '#ffffff', dark: '#14171a' }),
  lookColor('ink', 'Text', { light: '#15181c', dark: '#eef1f3' }),
  lookColor('on-accent', 'On accent', { light: '#ffffff', dark: '#06201d' }),
  lookColor('accent-soft', 'Chosen', { of: 'accent', percent: 12 }),
  lookColor('muted', 'Muted text', { of: 'ink', percent: 69 }),
  lookColor('line', 'Quiet lines', { of: 'ink', percent: 13 }),
  lookColor('line-strong', 'Control lines', { of: 'ink', percent: 54 }),
  lookColor('raised', 'Picture to come', { of: 'ink', percent: 4 }),
  lookColor('warn', 'Warnings', { light: '#8a4b00', dark: '#f2b25c' }),
  lookColor('warn-soft', 'Notes', { of: 'warn', percent: 12 }),
  lookColor('bad', 'Mistakes', { light: '#a8201a', dark: '#ff8a80' }),
  lookColor('tint-0', 'Stub 0', { of: 'accent', percent: 12 }),
  lookColor('tint-1', 'Stub 1', { of: '#4a80d8', percent: 12 }),
  lookColor('tint-2', 'Stub 2', { of: '#e08a20', percent: 12 }),
  lookColor('tint-3', 'Stub 3', { of: '#9a60c8', percent: 12 }),
  lookColor('tint-4', 'Stub 4', { of: '#d05a68', percent: 12 }),
  lookColor('tint-5', 'Stub 5', { of: '#70901a', percent: 12 }),
];

function lookColor(key: string, label: string, otherwise: LookColor['otherwise']): LookColor {
  return { property: `--booking-${key}`, key, label, otherwise };
}

/** A colour's value: from `given`, or else its default, which may be mixed from other colours. */
export function colorIn(
  given: Readonly<Record<string, string>>,
  key: string,
  isDark: boolean,
): string {
  const { otherwise } = lookColors.find((color) => color.key === key) ?? {};
  const color = given[key];
  if (color || !otherwise) return color ?? key;
  if ('light' in otherwise) return isDark ? otherwise.dark : otherwise.light;
  const part = bytesOf(colorIn(given, otherwise.of, isDark));
  const surface = bytesOf(colorIn(given, 'surface', isDark));
  const mixed = part.map((byte, index) => {
    const below = surface[index] ?? 0;
    return Math.round(below + ((byte - below) * otherwise.percent) / 100);
  });
  return `#${mixed.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

function bytesOf(hex: string): number[] {
  return [1, 3, 5].map((start) => parseInt(hex.slice(start, start + 2), 16));
}

/** The radius of a card's corners, in CSS pixels. */
export const corners = { default: 12, max: 28 };

/** The corners of controls have two thirds of a card's radius, as they do by default. */
export function cornerProperties(radius: number): Record<string, string> {
  return {
    '--booking-radius': `${radius}px`,
    '--booking-radius-small': `${Math.round((radius * 2) / 3)}px`,
  };
}

/** The contrast of two colours such as `#0b6e63` (WCAG 2.2), from 1 to 21. */
export function contrastOf(color: string, other: string): number {
  return contrast(rgbOf(color), rgbOf(other));
}

function rgbOf(hex: string): Rgb {
  return [1, 3, 5].map((start) => parseInt(hex.slice(start, start + 2), 16) / 255);
}

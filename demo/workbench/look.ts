import { contrast, type Rgb } from '../../src/page/color.ts';

/** A custom property of the widget that the workbench sets. */
export interface LookColor {
  readonly property: `--booking-${string}`;
  /** Its name in the workbench's address. */
  readonly key: string;
  readonly label: string;
  /** What it is where nobody sets it. */
  readonly light: string;
  readonly dark: string;
}

/** Those that make most of a brand come first; the others are shown on demand. */
export const lookColors: readonly LookColor[] = [
  lookColor('accent', 'Accent', '#0b6e63', '#58c7b8'),
  lookColor('surface', 'Surface', '#ffffff', '#14171a'),
  lookColor('ink', 'Text', '#15181c', '#eef1f3'),
  lookColor('on-accent', 'On accent', '#ffffff', '#06201d'),
  lookColor('muted', 'Muted text', '#59616b', '#a3adb7'),
  lookColor('line', 'Quiet lines', '#dfe3e7', '#2f363d'),
  lookColor('line-strong', 'Control lines', '#7d868f', '#77818b'),
  lookColor('warn', 'Warnings', '#8a4b00', '#f2b25c'),
  lookColor('bad', 'Mistakes', '#a8201a', '#ff8a80'),
];

function lookColor(key: string, label: string, light: string, dark: string): LookColor {
  return { property: `--booking-${key}`, key, label, light, dark };
}

/** In CSS pixels. */
export const corners = { default: 12, max: 28 };

/** Controls have two thirds of a card's corners, as they have by default. */
export function cornerProperties(radius: number): Record<string, string> {
  return {
    '--booking-radius': `${radius}px`,
    '--booking-radius-small': `${Math.round((radius * 2) / 3)}px`,
  };
}

/** WCAG 2.2's contrast of two colours in six digits, such as `#0b6e63`: from 1 to 21. */
export function contrastOf(color: string, other: string): number {
  return contrast(rgbOf(color), rgbOf(other));
}

function rgbOf(hex: string): Rgb {
  return [1, 3, 5].map((start) => parseInt(hex.slice(start, start + 2), 16) / 255);
}

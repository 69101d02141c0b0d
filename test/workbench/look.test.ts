import assert from 'node:assert/strict';
import { test } from 'vitest';
import {
  colorIn,
  contrastOf,
  cornerProperties,
  corners,
  type LookColor,
  lookColors,
} from '../../demo/workbench/look.ts';

// As in a browser that has `light-dark()`.
Object.assign(globalThis, { CSS: { supports: () => true } });
const { roleNames, tokens } = await import('../../src/styles/design-tokens.ts');

/** The widget's defaults by custom property. */
const defaults = new Map(
  [...tokens.cssText.matchAll(/: var\((--booking-[\w-]+), (.+?)\)(?:;| })/g)].map(
    ([, name, value]) => [name, value?.replace(/#(.)(.)(.)\b/g, '#$1$1$2$2$3$3')],
  ),
);

/** The value as it is written in the widget's style sheet. */
function written({ otherwise }: LookColor): string {
  if ('light' in otherwise) return `light-dark(${otherwise.light}, ${otherwise.dark})`;
  const { of, percent } = otherwise;
  const part = of.startsWith('#') ? of : `var(--_${of})`;
  return `color-mix(in srgb, ${part} ${percent}%, var(--_surface))`;
}

test('the workbench begins with the colours and corners that the widget has', () => {
  for (const color of lookColors) assert.equal(defaults.get(color.property), written(color));
  for (const [property, value] of Object.entries(cornerProperties(corners.default))) {
    assert.equal(defaults.get(property), value);
  }
});

test('every colour of the widget can be set', () => {
  const colors = roleNames.filter((role) => !role.startsWith('radius'));
  assert.deepEqual(lookColors.map(({ key }) => key).sort(), colors.sort());
});

for (const [key, given, isDark, color] of [
  ['accent', {}, false, '#0b6e63'],
  ['accent', {}, true, '#58c7b8'],
  ['accent', { accent: '#102030' }, true, '#102030'],
  ['muted', {}, false, '#5e6062'],
  ['muted', { ink: '#000000', surface: '#c0c0c0' }, false, '#3c3c3c'],
  ['tint-2', { surface: '#000000' }, false, '#1b1104'],
] as const) {
  test(`${key} is ${color} where ${JSON.stringify(given)} is given and it is ${isDark ? 'dark' : 'light'}`, () => {
    assert.equal(colorIn(given, key, isDark), color);
  });
}

for (const [color, other, contrast] of [
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#000000', 21],
  ['#777777', '#ffffff', 4.48],
  ['#0b6e63', '#0b6e63', 1],
] as const) {
  test(`the contrast of ${color} and ${other} is ${contrast} : 1`, () => {
    assert.equal(Math.round(contrastOf(color, other) * 100) / 100, contrast);
  });
}

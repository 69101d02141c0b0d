import assert from 'node:assert/strict';
import test from 'node:test';
import { contrastOf, cornerProperties, corners, lookColors } from '../../demo/workbench/look.ts';
import { tokens } from '../../src/styles/tokens.ts';

/** What the widget has by default, by its custom property; without a browser the light values. */
const defaults = new Map(
  [...tokens.cssText.matchAll(/var\((--booking-[\w-]+), ([^)]+)\)/g)].map(([, name, value]) => [
    name,
    value?.replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3'),
  ]),
);

test('the workbench begins with the colours and corners that the widget has', () => {
  for (const { property, light } of lookColors) assert.equal(defaults.get(property), light);
  for (const [property, value] of Object.entries(cornerProperties(corners.default))) {
    assert.equal(defaults.get(property), value);
  }
});

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

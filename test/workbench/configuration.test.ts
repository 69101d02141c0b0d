import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import {
  type Configuration,
  configurationOf,
  defaultConfiguration,
  headingLevels,
  hostPages,
  namesOf,
  queryOf,
  schemes,
  tagKinds,
  views,
  widths,
} from '../../demo/workbench/configuration.ts';
import { corners, lookColors } from '../../demo/workbench/look.ts';
import { weathers } from '../../demo/workbench/weather.ts';

const color = fc
  .integer({ min: 0, max: 0xffffff })
  .map((number) => `#${number.toString(16).padStart(6, '0')}`);
const colors = fc.dictionary(fc.constantFrom(...lookColors.map(({ key }) => key)), color, {
  noNullPrototype: true,
});
const moment = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
  .map((date) => `${date.toISOString().slice(0, 16)}Z`);

const anyConfiguration: fc.Arbitrary<Configuration> = fc.record(
  {
    view: fc.constantFrom(...namesOf(views)),
    world: fc.string(),
    kind: fc.constantFrom(...namesOf(tagKinds)),
    link: fc.oneof(fc.constant(''), fc.webUrl({ withQueryParameters: true })),
    vendor: fc.string(),
    event: fc.string(),
    language: fc.string(),
    headingLevel: fc.constantFrom(...headingLevels),
    scheme: fc.constantFrom(...schemes),
    colors,
    radius: fc.integer({ min: 0, max: corners.max }),
    page: fc.constantFrom(...namesOf(hostPages)),
    width: fc.constantFrom(...widths),
    weather: fc.constantFrom(...namesOf(weathers)),
    clock: fc.oneof(fc.constant(''), moment),
  },
  { noNullPrototype: true },
);

test('any configuration survives a round trip through the address', () => {
  fc.assert(
    fc.property(anyConfiguration, (configuration) => {
      const address = new URL(`https://demo.example/workbench/?${queryOf(configuration)}`);
      assert.deepEqual(configurationOf(address.searchParams), configuration);
    }),
  );
});

test('default values are not in the address', () => {
  assert.equal(queryOf(defaultConfiguration).toString(), '');
});

for (const query of [
  'scheme=pink&view=theirs&kind=iframe&page=../secrets&width=0&weather=hail',
  'accent=red&surface=%23ffffff&ink=12345&radius=-1',
  'clock=yesterday&link=javascript:alert(1)',
]) {
  test(`invalid values become the default: ${query}`, () => {
    assert.deepEqual(configurationOf(new URLSearchParams(query)), defaultConfiguration);
  });
}

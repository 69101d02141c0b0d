import assert from 'node:assert/strict';
import test from 'node:test';
import { hintField, orderRequestOf, seatsOf } from '../../src/domain/details.ts';
import { fieldAt } from '../../src/domain/fields.ts';
import { aQuotedLine, aQuotedOrder, aQuotedPrice } from '../support/builders.ts';
import { aQuestion } from '../support/site.ts';

const order = aQuotedOrder({
  shipping_address: true,
  lines: [
    aQuotedLine({ prices: [aQuotedPrice({ amount: 2 })] }),
    aQuotedLine({ date_id: 'wednesday', participant_hint: 'How tall?' }),
  ],
});
const questions = [aQuestion({ id: 'hotel' }), aQuestion({ id: 'diet' })];
const answers = [{ id: 'diet', value: 'Vegan' }];
const seats = seatsOf(order);

for (const [place, field] of [
  ['contact.name', 'name'],
  ['contact.email', 'email'],
  ['contact.phone', 'phone'],
  ['shipping.name', 'name'],
  ['shipping.streetnr', 'streetnr'],
  ['shipping.country', 'country'],
  ['lines[0].participants[1].name', seats[1]?.field],
  ['lines[1].participants[0].comment', seats[2] && hintField(seats[2])],
  ['answers[0].value', 'answer.diet'],
  ...[
    undefined,
    '',
    'quote',
    'lang',
    'contact',
    'contact.emails',
    'shipping',
    'lines',
    'lines[0].date_id',
  ].map((place) => [place, undefined] as const),
  ['lines[0].participants[2].name', undefined],
  ['lines[2].participants[0].name', undefined],
  ['lines[0].participants[0].price_id', undefined],
  ['answers[1].value', undefined],
] as const) {
  test(`${place} is ${field ? `the field ${field}` : 'of no field'}`, () => {
    assert.equal(fieldAt(place, order, answers), field);
  });
}

test('every value that was typed is at the place that leads to its field', () => {
  const fields = [
    'name',
    'email',
    'phone',
    'street',
    'streetnr',
    'zip',
    'city',
    'country',
    'answer.hotel',
  ];
  const named = [
    ...fields,
    ...seats.flatMap((seat) => (seat.hint ? [seat.field, hintField(seat)] : [seat.field])),
  ];
  // Each says the name of its own field.
  const request = orderRequestOf(
    order,
    new Map(named.map((field) => [field, field])),
    'en',
    '',
    questions,
  );
  const led: string[] = [];
  const read = (value: unknown, place: string): void => {
    const field = fieldAt(place, order, request.answers ?? []);
    if (typeof value === 'string' && field) led.push(field, value);
    if (Array.isArray(value)) value.forEach((item, index) => read(item, `${place}[${index}]`));
    else if (typeof value === 'object' && value)
      for (const [key, item] of Object.entries(value)) read(item, place ? `${place}.${key}` : key);
  };
  read(request, '');

  const pairs = Array.from({ length: led.length / 2 }, (_, index) =>
    led.slice(index * 2, index * 2 + 2),
  );
  assert.deepEqual(
    new Set(led),
    new Set([...named, ...pairs.filter(([, value]) => value === 'hotel').flat()]),
  );
  assert.ok(pairs.every(([field, value]) => field === value || field === 'answer.hotel'));
});

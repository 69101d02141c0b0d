import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { OrderRequest } from '#contract/order.schema';
import type { Problem } from '#contract/problem.schema';
import type { CheckoutFields } from '#contract/site.schema';
import { cartOf, createWorldOfSite, fieldsOf, newKey, requestFor } from '../../support/world.ts';

const address = { street: 'Gasse', zip: '10115', city: 'Berlin', country: 'DE' };
const required: [fields: Partial<CheckoutFields>, refused: string[], typed: Change][] = [
  [{ phone: 'required' }, ['contact.phone'], { contact: { phone: '+49 30 1' } }],
  [{ company: 'required' }, ['contact.company'], { contact: { company: 'Meyer GmbH' } }],
  [
    { billing_address: 'required' },
    ['contact.street', 'contact.zip', 'contact.city', 'contact.country'],
    { contact: address },
  ],
  [{ comment: 'required' }, ['comment'], { comment: 'Two dogs' }],
  [
    { participant_name: 'required', participant_email: 'required', participant_phone: 'required' },
    ['name', 'email', 'phone'].map((name) => `lines[0].participants[0].${name}`),
    { participant: { name: 'Ida', email: 'ida@example.com', phone: '+49 30 1' } },
  ],
];

interface Change {
  contact?: Partial<OrderRequest['contact']>;
  comment?: string;
  participant?: object;
}

function changed(request: OrderRequest, { contact, comment, participant }: Change): OrderRequest {
  return {
    ...request,
    contact: { ...request.contact, ...contact },
    ...(comment && { comment }),
    lines: request.lines.map((line) => ({
      ...line,
      participants: line.participants.map(({ price_id }) => ({ price_id, ...participant })),
    })),
  };
}

for (const [fields, refused, typed] of required) {
  const names = Object.keys(fields).join(', ');
  test(`a site that requires ${names} takes no order without, and one with it`, async () => {
    const world = createWorldOfSite({ fields });
    const quoted = await world.quoteOne(cartOf(await world.choose(), [1]));
    const bare = changed(requestFor(quoted), {});
    delete bare.contact.phone;
    const key = newKey();

    const response = await world.place<Problem>(bare, key);

    assert.deepEqual([response.status, fieldsOf(response)], [400, refused]);
    assert.equal(world.orderCalls(), 0);
    assert.equal((await world.place(changed(bare, typed), key)).status, 201);
  });
}

test('a site that sets nothing requires a name and an e-mail address alone', async () => {
  const world = createWorldOfSite({});
  const quoted = await world.quoteOne(cartOf(await world.choose(), [1]));
  const bare = changed(requestFor(quoted), {});
  delete bare.contact.phone;

  assert.equal((await world.place(bare, newKey())).status, 201);
});

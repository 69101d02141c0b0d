import assert from 'node:assert/strict';
import test from 'node:test';
import { sandboxClients } from '../../../demo/sandbox/clients.ts';
import type { OrderRequest } from '../../../src/contract/order.schema.ts';
import type { Problem } from '../../../src/contract/problem.schema.ts';
import type { CheckoutFields } from '../../../src/contract/site.schema.ts';
import {
  cartOf,
  createWorld,
  fieldsOf,
  newKey,
  noSingleSite,
  requestFor,
  SHOP,
} from '../../support/world.ts';

/** The proxy of one site that asks for this. */
function worldOf(fields: Partial<CheckoutFields>) {
  const { id: ID, secret: SECRET } = sandboxClients.reseller;
  const site = {
    ...{ key: 'only', client_id_from: 'ID', client_secret_from: 'SECRET', origins: [SHOP] },
    fields,
  };
  return createWorld({
    env: { ...noSingleSite, SITES_FILE: 'sites.json', ID, SECRET },
    readText: () => JSON.stringify([site]),
  });
}

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
    const world = worldOf(fields);
    const quoted = await world.quoteOne(cartOf(await world.choose(), [1]));
    const bare = changed(requestFor(quoted), {});
    delete bare.contact.phone;

    const response = await world.place<Problem>(bare, newKey());

    assert.deepEqual([response.status, fieldsOf(response)], [400, refused]);
    assert.equal(world.orderCalls(), 0);
    assert.equal((await world.place(changed(bare, typed), newKey())).status, 201);
  });
}

test('a site that sets nothing requires a name and an e-mail address alone', async () => {
  const world = worldOf({});
  const quoted = await world.quoteOne(cartOf(await world.choose(), [1]));
  const bare = changed(requestFor(quoted), {});
  delete bare.contact.phone;

  assert.equal((await world.place(bare, newKey())).status, 201);
});

import { paths } from '#contract/paths';
import { createBank } from '../../support/bank/bank.ts';
import { cartOf, createWorld, newKey, PROXY, SHOP } from '../../support/world.ts';

/**
 * Somebody who tries out stolen cards: asks for payments without the token of a challenge, each from
 * another address. Resolves to how many he is given, and to how many the provider has made.
 */
export async function testCards(times: number) {
  const bank = createBank();
  const world = createWorld({
    payments: bank.provider,
    checkOrder: async ({ challenge }) => (challenge === 'solved' ? undefined : {}),
  });
  const choice = await world.choose();
  let given = 0;
  for (let index = 1; index <= times; index += 1) {
    const { quote } = await world.quoteOne(cartOf(choice, [1]));
    const request = new Request(PROXY + paths.payments, {
      method: 'POST',
      headers: { Origin: SHOP, 'Content-Type': 'application/json', 'Idempotency-Key': newKey() },
      body: JSON.stringify({ quote }),
    });
    const { text } = await world.read(request, { address: `198.51.100.${index}` });
    const { client_secret = '' } = JSON.parse(text) as { client_secret?: string };
    if (client_secret !== '') given += 1;
  }
  return { given, made: bank.ids().length };
}

import { afterAll, afterEach, beforeAll, test } from 'vitest';
import { testCustomer } from '../support/customer/contract.ts';
import { beginJourney, type Journey } from '../support/journey.ts';

let journey: Journey;
beforeAll(async () => {
  journey = await beginJourney();
});
afterEach(() => journey.leave());
afterAll(() => journey.close());

testCustomer(test, async () => (await journey.visit()).me);

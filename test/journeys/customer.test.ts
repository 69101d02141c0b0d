import test, { after, afterEach, before } from 'node:test';
import { testCustomer } from '../support/customer/contract.ts';
import { beginJourney, type Journey } from '../support/journey.ts';

let journey: Journey;
before(async () => {
  journey = await beginJourney();
});
afterEach(() => journey.leave());
after(() => journey.close());

testCustomer(test, async () => (await journey.visit()).me);

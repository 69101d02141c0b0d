import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { Candidate } from '../../demo/conformance/judge.ts';
import { judge } from '../../demo/conformance/rules.ts';
import { minimalCandidate, sandboxCandidate } from './candidates.ts';
import { mutants, notificationMutants } from './mutants.ts';
import { sandboxMutants } from './sandbox-mutants.ts';

/** Rules that place the orders that others look at. */
const PLACING = /^Create order: (places it|a pending one)/;

/** The broken ones of those rules. */
async function broken(candidate: Candidate, rules: RegExp): Promise<string[]> {
  const verdicts = await judge(candidate, (title) => PLACING.test(title) || rules.test(title));
  return verdicts
    .filter(({ title, outcome }) => rules.test(title) && outcome === 'broken')
    .map(({ title }) => title);
}

for (const { what, caughtBy, mutate } of mutants) {
  test(`a platform is found out where ${what}`, async () => {
    const candidate = minimalCandidate({ listsAllDates: true });

    const found = await broken({ ...candidate, fetch: mutate(candidate.fetch) }, caughtBy);

    assert.notDeepEqual(found, [], 'it kept these rules');
  });
}

for (const { what, caughtBy, mutate } of sandboxMutants) {
  test(`a platform is found out where ${what}`, async () => {
    const candidate = sandboxCandidate();

    const found = await broken({ ...candidate, fetch: mutate(candidate.fetch) }, caughtBy);

    assert.notDeepEqual(found, [], 'it kept these rules');
  });
}

for (const { what, change } of notificationMutants) {
  test(`a platform is found out where a notification ${what}`, async () => {
    const candidate = minimalCandidate();
    const { deliveries } = candidate;
    assert.ok(deliveries);
    const changed = {
      async of(order_id: string) {
        const delivery = await deliveries.of(order_id);
        const body = delivery && change(delivery.body);
        return body && body['id'] === order_id ? { ...delivery, body } : undefined;
      },
    };

    assert.notDeepEqual(await broken({ ...candidate, deliveries: changed }, /^Events 3:/), []);
  });
}

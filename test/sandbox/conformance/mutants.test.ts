import test from 'node:test';
import assert from 'node:assert/strict';
import { minimalCandidate } from './candidates.ts';
import type { Candidate } from './judge.ts';
import { mutants, notificationMutants } from './mutants.ts';
import { judge } from './rules.ts';

async function brokenRules(candidate: Candidate): Promise<string[]> {
  const verdicts = await judge(candidate);
  return verdicts.filter(({ outcome }) => outcome === 'broken').map(({ title }) => title);
}

for (const { what, caughtBy, mutate } of mutants) {
  test(`a platform is found out where ${what}`, async () => {
    const candidate = minimalCandidate({ listsAllDates: true });
    const broken = await brokenRules({ ...candidate, fetch: mutate(candidate.fetch) });

    assert.ok(broken.length > 0, 'it kept every rule');
    assert.ok(
      broken.some((title) => caughtBy.test(title)),
      broken.join('\n'),
    );
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

    assert.deepEqual(await brokenRules({ ...candidate, deliveries: changed }), [
      'Events 3: an order that was placed is sent to the receiver',
    ]);
  });
}

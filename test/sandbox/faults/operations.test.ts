import assert from 'node:assert/strict';
import { test } from 'vitest';
import { operationNames, operationOf } from '../../../demo/sandbox/faults/operations.ts';
import { operations } from '../operations.ts';

test('a fault can be limited to each operation of the spec, and to nothing else', () => {
  const requests = Object.values(operations).map((call) => {
    const [method = '', path = ''] = call.split(' ');
    return new Request(`http://sandbox${path.replace('{id}', 'any')}`, { method });
  });

  assert.deepEqual(new Set(requests.map(operationOf)), new Set(operationNames));
  assert.equal(operationOf(new Request('http://sandbox/sandbox/orders')), undefined);
  assert.equal(operationOf(new Request('http://sandbox/v3/orders/any')), undefined);
});

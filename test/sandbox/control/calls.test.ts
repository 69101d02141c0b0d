import assert from 'node:assert/strict';
import { test } from 'vitest';
import { controlCalls } from '../../../demo/sandbox/control/calls.ts';
import { inventoryControlRoutes } from '../../../demo/sandbox/control/inventory.ts';
import { orderControlRoutes } from '../../../demo/sandbox/control/orders.ts';
import { controlRoutes } from '../../../demo/sandbox/control/routes.ts';
import { faultKinds } from '../../../demo/sandbox/faults/fault.ts';
import type { OrderContext } from '../../../demo/sandbox/orders/changes.ts';

/** The routes are only listed here, so nothing of what they need is used. */
const unused = {} as OrderContext & Parameters<typeof controlRoutes>[0];
const clock = () => 0;

test('the sandbox’s page names every call of the control API', () => {
  const routes = [
    ...controlRoutes(unused).routes,
    ...inventoryControlRoutes(unused, clock).routes,
    ...orderControlRoutes(unused, clock).routes.map(({ method, path }) => ({
      method,
      path: `/orders${path}`,
    })),
  ];
  const named = new Set(
    controlCalls.map(([call]) => call.replace(/ \{"[^]*$/, '').replaceAll(/\{[^}]*\}/g, '{}')),
  );

  assert.deepEqual(
    routes
      .map(({ method, path }) => `${method} /sandbox${path.replace(/\/$/, '')}`)
      .map((route) => route.replaceAll(/:\w+/g, '{}'))
      .filter((route) => !named.has(route)),
    [],
  );
});

test('the sandbox’s page names every kind of fault', () => {
  const [, text = ''] =
    controlCalls.find(([call]) => call.startsWith('POST /sandbox/faults')) ?? [];

  assert.deepEqual(
    faultKinds.filter((kind) => !text.includes(kind)),
    [],
  );
});

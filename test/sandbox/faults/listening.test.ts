import assert from 'node:assert/strict';
import { test } from 'vitest';
import { listenSandbox } from '../../../demo/sandbox/server.ts';
import { callsOf, orderFor, requestToken, SATURDAY } from '../support.ts';

/** A sandbox behind a real socket, with faults. */
async function openListening(faults: object[]) {
  const { url, close } = await listenSandbox({ port: 0, clock: () => SATURDAY });
  const local = (request: Request) => {
    const { pathname, search } = new URL(request.url);
    return fetch(new Request(url + pathname + search, request));
  };
  const token = (await (await requestToken(local)).json()) as { access_token: string };
  const sandbox = callsOf(fetch, url, () => Promise.resolve(token.access_token));
  const body = await orderFor(
    { ...sandbox } as Parameters<typeof orderFor>[0],
    'Kayak on the Spree',
  );
  await sandbox.post('/sandbox/faults', { faults });
  return { ...sandbox, close, place: () => sandbox.order(body) };
}

for (const [kind, orderCount] of [
  ['cut-before', 0],
  ['cut-after', 1],
  ['half-body', 1],
] as const) {
  test(`faults: ${kind} ends the caller's connection, and leaves ${orderCount} orders`, async () => {
    const { place, list, close } = await openListening([{ kind, count: 1 }]);

    try {
      await assert.rejects(place(), TypeError);
      assert.equal((await list('/sandbox/orders')).length, orderCount);
      assert.equal((await place()).status, 201, 'the sandbox goes on');
    } finally {
      await close();
    }
  });
}

import assert from 'node:assert/strict';
import { test } from 'vitest';
import { listenSandbox } from '../../demo/sandbox/server.ts';
import { requestToken, SATURDAY } from './support.ts';

test('listens on a free port, responds as the sandbox does, and closes', async () => {
  const { url, close } = await listenSandbox({ port: 0, clock: () => SATURDAY });

  const page = await fetch(url);
  const token = await requestToken((request) =>
    fetch(new URL(new URL(request.url).pathname, url), {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: request.body,
      duplex: 'half',
    } as RequestInit),
  );
  await close();

  assert.equal(page.status, 200);
  assert.equal(token.status, 200);
  await assert.rejects(fetch(url));
});

test('says that a port is taken', async () => {
  const first = await listenSandbox({ port: 0, clock: () => SATURDAY });
  const port = Number(new URL(first.url).port);

  await assert.rejects(listenSandbox({ port, clock: () => SATURDAY }), { code: 'EADDRINUSE' });
  await first.close();
});

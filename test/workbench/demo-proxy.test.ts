import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { ListedEvent } from '#contract/event.schema';
import { paths } from '#contract/paths';
import { createDemoProxy } from '../../demo/demo-proxy.ts';
import { createSandbox } from '../../demo/sandbox/sandbox.ts';
import { NOW } from './a-draft.ts';

const PROXY = 'http://proxy.example';

test('after a restart the proxy shows what the platform has now, though the one before still reads', async () => {
  const sandbox = createSandbox({ clock: () => NOW });
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  let isHeld = true;
  let ask = () => {};
  const asked = new Promise<void>((resolve) => (ask = resolve));
  const proxy = createDemoProxy(
    {
      sandbox,
      sandboxUrl: 'https://platform.example',
      publicUrl: PROXY,
      demo: 'http://demo.example',
      notificationClient: { id: 'sandbox', secret: crypto.randomUUID() },
      log: () => {},
      async fetch(request) {
        const waits = isHeld && new URL(request.url).pathname === '/v3/events';
        const response = await sandbox(request);
        if (!waits) return response;
        ask();
        await held;
        return response;
      },
    },
    'calm',
  );
  const listed = async () => {
    const response = await proxy.handle(new Request(PROXY + paths.events));
    return (await response.json()) as ListedEvent[];
  };

  const before = listed();
  await asked;
  const [event] = await eventsOf();
  await sandbox(deactivate(event?.id ?? ''));
  isHeld = false;
  await proxy.restart();
  release();
  const stale = await before;

  const titles = (await listed()).map(({ title }) => title);
  assert.ok(stale.some(({ title }) => title === event?.title));
  assert.ok(!titles.includes(event?.title ?? ''));
  await proxy.stop();

  async function eventsOf(): Promise<{ id: string; title: string }[]> {
    const response = await sandbox(new Request('http://sandbox.example/sandbox/world'));
    return ((await response.json()) as { events: { id: string; title: string }[] }).events;
  }
  function deactivate(id: string): Request {
    return new Request(`http://sandbox.example/sandbox/events/${id}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"active":0}',
    });
  }
});

import { afterAll } from 'vitest';
import { createSandbox } from '../../../demo/sandbox/sandbox.ts';
import { readConfig } from '../../../proxy/config.ts';
import type { Fetch } from '../../../proxy/ports.ts';
import { listenProxy } from '../../../proxy/server.ts';
import { START, variables } from '../../support/world.ts';
import { createCallRecorder } from '../guards/platform-calls.ts';
import { exchangeBytes } from './raw-http.ts';

interface Options {
  readonly env?: Readonly<Record<string, string>>;
  /** Replaces the sandbox. */
  readonly platform?: Fetch;
  readonly assets?: Readonly<Record<string, string>>;
  readonly descriptors?: number;
}

/**
 * A proxy that listens on a port, the sandbox behind it, and a record of its calls. It closes after
 * the file's tests, or `atEnd` of a test.
 */
export async function openListeningProxy(
  {
    env = {},
    platform,
    assets = { 'booking-widget.js': 'script', 'messages/de.json': '{}' },
    descriptors = 1_024,
  }: Options = {},
  atEnd: (close: () => Promise<void>) => void = afterAll,
) {
  const time = { now: START };
  const clock = () => time.now;
  const { calls, between } = createCallRecorder();
  const { url, retire, close } = await listenProxy({
    config: readConfig({ ...variables, HOST: '127.0.0.1', PORT: '0', ...env }),
    clock,
    fetch: between(platform ?? createSandbox({ clock })),
    log: () => {},
    assets,
    descriptors,
  });
  atEnd(close);
  const port = Number(new URL(url).port);
  const sendBytes = (bytes: string) => exchangeBytes(port, bytes);
  return {
    url,
    port,
    calls,
    retire,
    sendBytes,
    /** Sends a request with this exact target. */
    sendTarget: (target: string, method = 'GET') =>
      sendBytes(`${method} ${target} HTTP/1.1\r\nHost: book.example\r\nConnection: close\r\n\r\n`),
    advance: (milliseconds: number) => (time.now += milliseconds),
  };
}

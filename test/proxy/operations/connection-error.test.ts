import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:https';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, test } from 'vitest';
import { createFetch } from '../../../proxy/http/fetch.ts';
import { explainConnection } from '../../../proxy/operations/connection-error.ts';
import { freePorts } from '../../support/free-port.ts';

// What Node itself says of real connections that fail.

const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function explain(url: string, signal?: AbortSignal): Promise<string> {
  const request = new Request(url, signal ? { signal } : {});
  return createFetch()(request).then(
    () => 'it has responded',
    (error: unknown) => explainConnection(error),
  );
}

async function portOf(server: Server): Promise<number> {
  afterAll(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as { port: number }).port;
}

test('a certificate that has signed itself', async () => {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const options = [
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '1',
    '-subj',
    '/CN=localhost',
  ];
  execFileSync('openssl', ['req', ...options, '-keyout', key, '-out', cert], { stdio: 'pipe' });
  const port = await portOf(createServer({ key: readFileSync(key), cert: readFileSync(cert) }));

  assert.match(
    await explain(`https://127.0.0.1:${port}/`),
    /not trusted here: it has signed itself/,
  );
});

test('a server without TLS behind https', async () => {
  const port = await portOf(createHttpServer());
  assert.match(await explain(`https://127.0.0.1:${port}/`), /^it does not speak TLS there; is it/);
});

test('a port where nothing listens, and a name that does not exist', async () => {
  const [port = 0] = await freePorts(1);
  assert.equal(await explain(`http://127.0.0.1:${port}/`), 'nothing listens there; is it running?');
  assert.match(
    await explain('http://booking.invalid/'),
    /^(its name is not|names are not resolved)/,
  );
});

test('a server that does not respond in time', async () => {
  const port = await portOf(createHttpServer(() => {}));
  const timeout = AbortSignal.timeout(50);
  assert.match(await explain(`http://127.0.0.1:${port}/`, timeout), /^no answer in time; does a/);
});

test('another error is told by its code alone, as its message may repeat a secret', () => {
  const cause = Object.assign(new Error('canary'), { code: 'EOTHER' });
  const error = new TypeError('canary', { cause });
  assert.equal(explainConnection(error), 'no answer (EOTHER); is it running?');
});

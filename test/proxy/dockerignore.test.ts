import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'vitest';

const lines = readFileSync('.dockerignore', 'utf8').split('\n');
const patterns = lines
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const path = line
      .replaceAll('.', '\\.')
      .replace('**/', '(.*/)?')
      .replaceAll(/(?<!\.)\*/g, '[^/]*');
    return new RegExp(`^${path}(/|$)`);
  });
const isLeftOut = (path: string) => patterns.some((pattern) => pattern.test(path));

test('neither secrets nor a store get into the build of the image', () => {
  for (const path of [
    '.env',
    '.env.production',
    'proxy/.env',
    'proxy/.env.local',
    'proxy/tls/privkey.pem',
    'proxy/private/sites.json',
    'proxy/private/proxy-secret',
    'proxy/server.key',
    'certificate.pem',
    'data/proxy.db',
    'proxy/data.db-wal',
    'backups/2026-11-27.db',
    '.git/config',
  ]) {
    assert.ok(isLeftOut(path), path);
  }
});

test('control: what the image is built of gets in', () => {
  const containerfile = readFileSync('proxy/Containerfile', 'utf8');
  const copied = [...containerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)];
  const paths = copied.flatMap(([, sources = '']) => sources.split(' '));
  assert.ok(paths.includes('package-lock.json') && paths.includes('proxy'));
  for (const path of [...paths, 'proxy/secrets.ts', 'proxy/platform/tokens.ts', 'src/index.ts']) {
    assert.ok(!isLeftOut(path), path);
  }
});

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'vitest';
import { readAssets } from '../../../proxy/operations/assets.ts';

function openFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'assets-'));
  t.onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('the script and every language are served, and nothing else that lies beside them', (t) => {
  const folder = openFolder(t);
  mkdirSync(join(folder, 'messages'));
  mkdirSync(join(folder, 'node'));
  writeFileSync(join(folder, 'booking-widget.js'), 'script');
  writeFileSync(join(folder, 'custom-elements.json'), '{}');
  writeFileSync(join(folder, 'messages', 'de.json'), '{"retry":"Nochmal"}');
  writeFileSync(join(folder, 'messages', 'fr.json'), '{}');

  assert.deepEqual(readAssets(folder), {
    'booking-widget.js': 'script',
    'messages/de.json': '{"retry":"Nochmal"}',
    'messages/fr.json': '{}',
  });
});

test('without a build there is nothing to serve, and nothing fails', (t) => {
  const folder = openFolder(t);

  assert.deepEqual(readAssets(folder), {});
  assert.deepEqual(readAssets(join(folder, 'never-built')), {});
});

test('the second script is the one that the first names, and its absence is named', (t) => {
  const folder = openFolder(t);
  const [current, earlier] = ['a', 'b'].map(
    (hash) => `booking-widget-second-${hash.repeat(16)}.js`,
  );
  assert.ok(current && earlier);
  writeFileSync(join(folder, 'booking-widget.js'), `import("/${current}")`);
  writeFileSync(join(folder, earlier), 'earlier');
  assert.throws(() => readAssets(folder), new RegExp(`${current} is missing: npm run build`));

  writeFileSync(join(folder, current), 'current');
  assert.deepEqual(Object.keys(readAssets(folder)), ['booking-widget.js', current]);
});

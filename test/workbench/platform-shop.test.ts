import assert from 'node:assert/strict';
import { test } from 'vitest';
import { openPlatformShop } from '../../demo/platform-shop.ts';

const given = { PLATFORM_CLIENT_ID: 'vendor', PLATFORM_CLIENT_SECRET: 'a secret of the vendor' };

function start(platform: string, variables: Readonly<Record<string, string>> = given) {
  const ports = { demo: 1, proxy: 1 };
  return openPlatformShop({ ports, platform, variables, storeUrl: 'memory:' });
}

test('a client’s id or secret that is missing is named with what to do, and nothing starts', async () => {
  for (const name of ['PLATFORM_CLIENT_ID', 'PLATFORM_CLIENT_SECRET'] as const) {
    const { [name]: _, ...others } = given;
    const what = name.endsWith('ID') ? 'id' : 'secret';

    await assert.rejects(start('https://platform.example', others), {
      name: 'ConfigError',
      message: `${name} is missing: set it to the client ${what} that the platform gave you`,
    });
  }
});

test('an address that is none of a platform is refused by the name of the option', async () => {
  for (const [platform, fault] of [
    ['', 'missing'],
    ['platform', 'wrong'],
    ['https://platform.example/v3', 'wrong'],
  ] as const) {
    await assert.rejects(start(platform), {
      message: `--platform is ${fault}: set it to the address of the platform without /v3, such as https://api.example.com`,
    });
  }
});

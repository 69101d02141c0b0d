import assert from 'node:assert/strict';
import { test } from 'vitest';
import { createSiteRegistry } from '../../proxy/site-registry.ts';
import { watchHistory } from '../../proxy/store/history.ts';
import {
  COMPLETE_EVERY,
  FORGET_EVERY,
  REREAD_EVERY,
  SWEEP_CHECK_EVERY,
  TIDY_EVERY,
} from '../../proxy/time-limits.ts';
import { createWorld, noSingleSite, type WorldOptions } from '../support/world.ts';

const ownClient = { NORTH_ID: 'north', NORTH_SECRET: 'x', SOUTH_ID: 'south', SOUTH_SECRET: 'y' };
const sharedClient = { ...ownClient, SOUTH_ID: 'north', SOUTH_SECRET: 'x' };
const entries = ['north', 'south'].map((key) => ({
  key,
  client_id_from: `${key.toUpperCase()}_ID`,
  client_secret_from: `${key.toUpperCase()}_SECRET`,
  origins: [`https://${key}.example`],
}));
const twoSites = (clients: Readonly<Record<string, string>>): WorldOptions => ({
  env: { ...noSingleSite, ...clients, SITES_FILE: 'sites.json' },
  readText: () => JSON.stringify(entries),
});

/** The sites of a proxy, and the intervals of their background jobs. */
function openRegistry(options: WorldOptions = {}) {
  const world = createWorld(options);
  const jobs: number[] = [];
  const context = world.context(() => assert.fail('nothing is asked'));
  const { history } = watchHistory(context.store, context);
  const registry = createSiteRegistry(context, history, (milliseconds) => jobs.push(milliseconds));
  const sweeps = () => jobs.filter((milliseconds) => milliseconds === SWEEP_CHECK_EVERY).length;
  return { registry, jobs, sweeps, site: world.site };
}

test('the only site is found by its key and without one, and by no other key', () => {
  const { registry, site } = openRegistry();

  assert.equal(registry.find(site.key)?.settings, site);
  assert.equal(registry.find(undefined)?.settings, site);
  assert.equal(registry.find('south'), undefined);
  assert.equal(registry.find(''), undefined);
});

test('of two sites each is found by its key alone', () => {
  const { registry } = openRegistry(twoSites(ownClient));

  assert.equal(registry.find('north')?.settings.key, 'north');
  assert.equal(registry.find('south')?.settings.key, 'south');
  assert.equal(registry.find(undefined), undefined);
});

test('for every site open orders are completed and read again, and old ones are tidied away', () => {
  const { jobs } = openRegistry(twoSites(ownClient));
  const ofSite = [COMPLETE_EVERY, REREAD_EVERY, TIDY_EVERY, FORGET_EVERY, SWEEP_CHECK_EVERY];

  assert.deepEqual(jobs.toSorted(), [...ofSite, ...ofSite].toSorted());
});

test('the changed orders of a client are swept once, however many sites have it in common', () => {
  assert.equal(openRegistry(twoSites(sharedClient)).sweeps(), 1);
  assert.equal(openRegistry(twoSites(ownClient)).sweeps(), 2);
});

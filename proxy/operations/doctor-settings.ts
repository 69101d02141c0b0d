import type { Config } from '../config.ts';
import { isLoopback } from '../loopback.ts';
import { areTestKeys } from '../stripe-keys.ts';
import type { Say } from './say.ts';

const placeholder = /secret|passw|change.?me|example/i;

/** Warns about what the variables alone show. The proxy says the same when it starts. */
export function checkSettings(config: Config, say: Say): void {
  checkTransport(config, say);
  checkReach(config, say);
  checkHops(config, say);
  checkSecrets(config, say);
  for (const site of config.sites) checkStripe(site, config, say);
  if (config.STORE_URL === 'memory:') {
    say('warn', 'store: memory: loses token and orders at each restart; set STORE_URL to a file');
  }
}

/** Warns about addresses without TLS. */
function checkTransport({ PUBLIC_URL, PLATFORM_URL }: Config, say: Say): void {
  if (!isPrivate(PUBLIC_URL)) {
    const remedy = 'put a proxy with TLS before this one';
    say('warn', `address: ${PUBLIC_URL} is not https; pages that are will not load it; ${remedy}`);
  }
  if (!isPrivate(PLATFORM_URL)) {
    const shown = 'secret, token and customers can be read on the way';
    say('warn', `platform: ${PLATFORM_URL} is not https; ${shown}; set PLATFORM_URL to https://`);
  }
}

function checkReach({ PUBLIC_URL, sites }: Config, say: Say): void {
  const isElsewhere = ({ origins }: Config['sites'][number]) =>
    [...origins].some((origin) => !isLocal(origin));
  if (!isLocal(PUBLIC_URL) || !sites.some(isElsewhere)) return;
  say(
    'warn',
    `address: ${PUBLIC_URL} is each customer's own machine; set PUBLIC_URL to this proxy's address`,
  );
}

/** With https there is a reverse proxy in front, so `TRUSTED_HOPS` must not be 0. */
function checkHops({ PUBLIC_URL, PORT, TRUSTED_HOPS, EMAILS_PER_CLIENT }: Config, say: Say): void {
  const { protocol, port } = new URL(PUBLIC_URL);
  if (protocol === 'https:' && TRUSTED_HOPS === 0) {
    say(
      'warn',
      'visitors: PUBLIC_URL is https, so a proxy of yours stands before this one; TRUSTED_HOPS ' +
        'says how many; without it all visitors share the limits of one address, and together ' +
        `order with ${EMAILS_PER_CLIENT} e-mail addresses a day`,
    );
  }
  if (isLocal(PUBLIC_URL) && Number(port) === PORT && TRUSTED_HOPS > 0) {
    say(
      'warn',
      'visitors: PUBLIC_URL is the port of this proxy itself, so none stands before it, and ' +
        'anybody can forge an address; set TRUSTED_HOPS to 0',
    );
  }
}

function checkSecrets(config: Config, say: Say): void {
  const { PROXY_SECRET, PROXY_SECRET_BEFORE, NOTIFICATION_CLIENT_SECRET } = config;
  const ours = Object.entries({ PROXY_SECRET, NOTIFICATION_CLIENT_SECRET });
  const given = config.sites.map(({ client }) => client.secret);
  for (const [name, secret] of ours) {
    if (secret === undefined) continue;
    if (placeholder.test(secret)) {
      say('warn', `secrets: ${name} can be guessed; openssl rand -base64 32 makes one that cannot`);
    }
    const others = ours.filter(([other]) => other !== name).map(([, other]) => other);
    if ([...given, ...others].includes(secret)) {
      say('warn', `secrets: ${name} is another secret too; give it one of its own`);
    }
  }
  if (PROXY_SECRET_BEFORE !== undefined) {
    say('warn', 'secrets: leave PROXY_SECRET_BEFORE out once PROXY_SECRET is an hour old');
  }
}

function checkStripe({ key, stripe }: Config['sites'][number], config: Config, say: Say): void {
  if (!stripe) return;
  if (areTestKeys(stripe) && !isLocal(config.PLATFORM_URL)) {
    const free = 'anybody can pay with a test card, and no money is taken';
    say('warn', `payment: ${key} has the test keys of Stripe; ${free}; set the live ones`);
  }
  if (stripe.webhook_secret === undefined) {
    const unheard = 'what is changed at Stripe is noticed late';
    say('warn', `payment: ${key} has no webhook secret of Stripe; ${unheard}`);
  }
}

function isPrivate(address: string): boolean {
  return address.startsWith('https:') || isLocal(address);
}

/** Whether browsers trust the address without TLS. */
function isLocal(address: string): boolean {
  return isLoopback(new URL(address).hostname);
}

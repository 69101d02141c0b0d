import assert from 'node:assert/strict';
import type { Fetch } from '../../../proxy/ports.ts';
import { variables } from '../../support/world.ts';

/** Texts that occur nowhere else, so that each one found is a leak. */
export const TOKEN = 'canary-token-5f1c';
export const SECRET = 'canary-secret-9a3e';
export const PROXY_SECRET = 'canary-proxy-secret-of-thirty-two-characters';
export const person = {
  name: 'Canaria',
  email: 'canary@mail.example',
  phone: '+49 0000 canary',
  street: 'Canary Street',
  comment: 'canary comment',
  wish: 'canary wish',
  affiliate: 'canary affiliate',
  customerAnswer: 'canary answer',
};
export const people = Object.values(person);
export const canaries = [TOKEN, SECRET, PROXY_SECRET, ...people];

/** Whether the bytes contain the text: plain, escaped or encoded. */
export function search(bytes: string, text: string): boolean {
  const forms = [
    text,
    encodeURIComponent(text),
    new URLSearchParams([['', text]]).toString().slice(1),
    btoa(text),
    Buffer.from(text).toString('hex'),
    JSON.stringify(text).slice(1, -1),
  ];
  // Within a longer text it is encoded at one of three offsets.
  const inner = [0, 1, 2].map((shift) => btoa('x'.repeat(shift) + text).slice(4, -4));
  const written = [...forms, ...inner];
  const forUrls = written.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'));
  return [...written, ...forUrls].some((form) => form.length > 3 && bytes.includes(form));
}

/** Fails with the beginning of the output that contains one of the texts. */
export function assertNone(outputs: readonly string[], texts: readonly string[]): void {
  for (const text of texts) {
    for (const bytes of outputs)
      assert.ok(!search(bytes, text), `${text} is in ${bytes.slice(0, 300)}`);
  }
}

/** A platform whose token is the canary, and whose errors repeat all the credentials. */
export function canaryPlatform(mode: { fails: 'never' | 'orders' | 'always' }) {
  return (platform: Fetch): Fetch =>
    async (request) => {
      const { pathname } = new URL(request.url);
      if (pathname === '/oauth/token') {
        const form = new URLSearchParams(await request.clone().text());
        assert.equal(form.get('client_secret'), SECRET);
        return Response.json({ access_token: TOKEN, token_type: 'Bearer', expires_in: 3600 });
      }
      assert.equal(request.headers.get('Authorization'), `Bearer ${TOKEN}`);
      const isOrder = pathname === '/v3/orders' && request.method === 'POST';
      if (mode.fails === 'always' || (mode.fails === 'orders' && isOrder)) {
        const leak = `${await request.clone().text()} ${TOKEN} ${SECRET}`;
        if (pathname === '/v3/dates') throw new TypeError(leak, { cause: { code: leak } });
        return Response.json(
          { message: leak, code: leak, user_message: leak },
          { status: 500, headers: { 'X-Leak': leak.replace(/[^\w -]/g, '') } },
        );
      }
      const headers = new Headers(request.headers);
      headers.set('Authorization', `Bearer ${await realToken(platform)}`);
      return platform(new Request(request, { headers }));
    };
}

async function realToken(platform: Fetch): Promise<string> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: variables.PLATFORM_CLIENT_ID,
    client_secret: variables.PLATFORM_CLIENT_SECRET,
  });
  const response = await platform(
    new Request('https://platform.example/oauth/token', { method: 'POST', body }),
  );
  return ((await response.json()) as { access_token: string }).access_token;
}

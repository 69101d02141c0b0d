import { paths } from '#contract/paths';
import { notificationVariables, PROXY, type World } from '../../support/world.ts';

const { NOTIFICATION_CLIENT_ID: client_id, NOTIFICATION_CLIENT_SECRET: client_secret } =
  notificationVariables;
export const credentials = { grant_type: 'client_credentials', client_id, client_secret };

/** Requests a token with these form fields. */
export function requestToken({ read }: World, fields: Record<string, string> = credentials) {
  const body = new URLSearchParams(fields);
  return read(new Request(PROXY + paths.notificationToken, { method: 'POST', body }));
}

export async function tokenOf(world: World): Promise<string> {
  const { text } = await requestToken(world);
  return (JSON.parse(text) as { readonly access_token: string }).access_token;
}

/** Delivers a notification, as the platform does. */
export function deliver(
  { read }: World,
  body: unknown,
  token: string | undefined,
  method = 'PATCH',
) {
  const headers = {
    'Content-Type': 'application/json',
    ...(token !== undefined && { Authorization: `Bearer ${token}` }),
  };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return read(new Request(PROXY + paths.notificationOrders, { method, headers, body: text }));
}

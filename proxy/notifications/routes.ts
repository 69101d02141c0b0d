import { type Path, paths } from '#contract/paths';
import type { ProxyContext } from '../context.ts';
import { readRequestText } from '../http/body.ts';
import { invalidField, ProblemError } from '../http/problems.ts';
import { mediaTypeOf } from '../http/read-text.ts';
import { type HttpHeaders, type HttpResponse, jsonResponse } from '../http/response.ts';
import { parseNotification } from '../platform/notification.ts';
import {
  createNotificationTokens,
  type NotificationTokens,
  TOKEN_LIFETIME,
} from './notification-tokens.ts';
import type { Receiver } from './receiver.ts';

/** A route that the platform or a payment provider calls, so without CORS. */
export interface NotificationRoute {
  readonly methods: readonly string[];
  readonly path: Path;
  /** `client`: as `createClientOf` identifies it; undefined for a caller in the same process. */
  readonly handle: (request: Request, client: string | undefined) => Promise<HttpResponse>;
}

/** Four fields, of which the longest is a secret. */
const MAX_FORM_BYTES = 8 * 1024;
/** An order of five hundred participants, each with texts as long as the proxy accepts. */
const MAX_NOTIFICATION_BYTES = 1024 * 1024;

/** Empty without `NOTIFICATION_CLIENT_ID` and `NOTIFICATION_CLIENT_SECRET`. */
export function notificationRoutes(
  receiver: Receiver,
  context: Pick<ProxyContext, 'config' | 'clock'>,
): NotificationRoute[] {
  const { NOTIFICATION_CLIENT_ID: client_id, NOTIFICATION_CLIENT_SECRET: client_secret } =
    context.config;
  if (client_id === undefined || client_secret === undefined) return [];
  const tokens = createNotificationTokens({ client_id, client_secret }, context);
  return [
    {
      methods: ['POST'],
      path: paths.notificationToken,
      handle: (request) => issueToken(request, tokens),
    },
    {
      // The spec says PATCH in words and POST in its sample (Events 3).
      methods: ['POST', 'PATCH'],
      path: paths.notificationOrders,
      handle: (request) => takeNotification(request, tokens, receiver),
    },
  ];
}

/** Client credentials as form fields (spec, Events 2; RFC 6749, 4.4). */
async function issueToken(request: Request, tokens: NotificationTokens): Promise<HttpResponse> {
  const form = await readForm(request);
  const grant_type = form?.get('grant_type');
  const client_id = form?.get('client_id');
  const client_secret = form?.get('client_secret');
  if (!grant_type || !client_id || !client_secret) return oauthError(400, 'invalid_request');
  if (grant_type !== 'client_credentials') return oauthError(400, 'unsupported_grant_type');
  const access_token = await tokens.issue({ client_id, client_secret });
  if (access_token === undefined) return oauthError(401, 'invalid_client');
  return jsonResponse(200, { access_token, token_type: 'Bearer', expires_in: TOKEN_LIFETIME });
}

/** Undefined if it is no form, too large, or has a field twice (RFC 6749, 3.2). */
async function readForm(request: Request): Promise<ReadonlyMap<string, string> | undefined> {
  if (mediaTypeOf(request) !== 'application/x-www-form-urlencoded') return undefined;
  const text = await readRequestText(request, MAX_FORM_BYTES);
  if (text === undefined) return undefined;
  const fields = [...new URLSearchParams(text)];
  const form = new Map(fields);
  return form.size === fields.length ? form : undefined;
}

/** The body is not read before the token is verified. */
async function takeNotification(
  request: Request,
  tokens: NotificationTokens,
  receiver: Receiver,
): Promise<HttpResponse> {
  const [, token] =
    /^Bearer ([\w.~+/-]+=*)$/i.exec(request.headers.get('Authorization') ?? '') ?? [];
  if (token === undefined) return oauthError(401, 'invalid_request', 'Bearer');
  if (!(await tokens.verify(token))) {
    return oauthError(401, 'invalid_token', 'Bearer error="invalid_token"');
  }
  const text = await readRequestText(request, MAX_NOTIFICATION_BYTES);
  if (text === undefined) throw new ProblemError('body-too-large');
  const notification = parseNotification(parseJson(text));
  if (!notification) throw invalidField('body', 'the body is no order');
  await receiver.receive(notification);
  // The spec does not say which response the platform expects.
  return jsonResponse(200, {});
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidField('body', 'the body is not JSON');
  }
}

/** RFC 6749, 5.2 and RFC 6750, 3. */
function oauthError(status: number, error: string, challenge?: string): HttpResponse {
  const response = jsonResponse(status, { error });
  const headers: HttpHeaders = {
    ...response.headers,
    ...(challenge !== undefined && { 'WWW-Authenticate': challenge }),
  };
  return { ...response, headers };
}

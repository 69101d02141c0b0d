/** Headers as plain values: they are cached, compared and copied, never parsed. */
export type HttpHeaders = Readonly<Record<string, string>>;

/** A response before it is sent. A plain value, so that it can be cached and shared, unless it is a stream. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: HttpHeaders;
  readonly body: string | Uint8Array<ArrayBuffer> | ReadableStream | null;
}

/** Headers of every response. */
const securityHeaders: HttpHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
};

export function createResponse(
  status: number,
  headers: HttpHeaders,
  body: HttpResponse['body'],
): HttpResponse {
  return { status, headers: { ...securityHeaders, ...headers }, body };
}

/** JSON that is never cached. */
export function jsonResponse(status: number, value: object): HttpResponse {
  const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };
  return createResponse(status, headers, JSON.stringify(value));
}

/** Plain text that is never cached, for health checks. */
export function textResponse(status: number, body: string): HttpResponse {
  const headers = { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' };
  return createResponse(status, headers, body);
}

/**
 * The response as it is sent. The response's own headers win over those of CORS. `date` is the
 * proxy's clock, because the widget counts from it and not from the customer's.
 */
export function toResponse(
  { status, headers, body }: HttpResponse,
  cors: HttpHeaders,
  date: string,
): Response {
  // `Object.assign`, because spreading several objects takes V8 twenty times as long.
  return new Response(body, { status, headers: Object.assign({}, cors, headers, { Date: date }) });
}

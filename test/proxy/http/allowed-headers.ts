/** Every header that a response of the proxy may have; the last line is the listener's. */
const allowedHeaders: ReadonlySet<string> = new Set([
  ...['content-type', 'cache-control', 'etag', 'vary', 'date', 'allow', 'retry-after'],
  ...['access-control-allow-origin', 'access-control-expose-headers', 'access-control-max-age'],
  ...['access-control-allow-methods', 'access-control-allow-headers', 'booking-stale'],
  ...['x-content-type-options', 'referrer-policy', 'content-security-policy'],
  ...['cross-origin-resource-policy', 'content-encoding', 'content-length'],
  ...['connection', 'keep-alive', 'transfer-encoding'],
]);

export function unexpectedHeaders(names: Iterable<string>): string[] {
  return [...names].filter((name) => !allowedHeaders.has(name.toLowerCase()));
}

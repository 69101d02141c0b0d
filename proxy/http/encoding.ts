/** The encodings that a body may be sent in; the one that compresses best comes first. */
const encodings = ['br', 'gzip'] as const;
export type Encoding = (typeof encodings)[number];

/** `best` is for what is made rarely and sent often; `good` for what is large and made every minute. */
export type Effort = 'quick' | 'good' | 'best';

type Bytes = Uint8Array<ArrayBuffer>;
type Encoder = (body: Bytes, effort: Effort) => Promise<Bytes>;
/** Empty where the platform that the proxy runs on has no compression. */
export type Encoders = Readonly<Partial<Record<Encoding, Encoder>>>;

/**
 * The encoding for an `Accept-Encoding` header; undefined if the client accepts none of them. A
 * weight of 0 is a refusal (RFC 9110, 12.4.2).
 */
export function chooseEncoding(accept: string, encoders: Encoders): Encoding | undefined {
  const accepted = accept
    .toLowerCase()
    .split(',')
    .map((item) => item.trim());
  return encodings.find(
    (encoding) => encoders[encoding] && accepted.some((item) => accepts(item, encoding)),
  );
}

/** Whether one item of the header, such as `gzip;q=0.8`, accepts the encoding. */
function accepts(item: string, encoding: Encoding): boolean {
  if (item === encoding) return true;
  const [name, ...parameters] = item.split(';');
  if (name?.trim() !== encoding) return false;
  const weight = parameters.find((parameter) => parameter.trim().startsWith('q='));
  return weight === undefined || Number(weight.trim().slice(2)) > 0;
}

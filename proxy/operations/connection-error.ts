const NO_ANSWER = 'no answer in time; does a firewall stand between?';
const CERTIFICATE = 'its certificate is not trusted here';

/** By code of the system, of OpenSSL or of Node's `fetch`. */
const explanations: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there; is it running?',
  ECONNRESET: 'the connection is cut',
  ENOTFOUND: 'its name is not known here; is it spelt right?',
  EAI_AGAIN: 'names are not resolved here; does this machine have DNS?',
  EHOSTUNREACH: 'no way leads there from here; does a firewall stand between?',
  ENETUNREACH: 'no way leads there from here; does this machine have a network?',
  CERT_HAS_EXPIRED: 'its certificate has expired; renew it',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  DEPTH_ZERO_SELF_SIGNED_CERT: `${CERTIFICATE}: it has signed itself`,
  SELF_SIGNED_CERT_IN_CHAIN: `${CERTIFICATE}: NODE_EXTRA_CA_CERTS names the file of its authority`,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: `${CERTIFICATE}: its server has to send the whole chain`,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: `${CERTIFICATE}: its server has to send the whole chain`,
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS there; is it http:// or another port?',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'it does not speak TLS there; is it http:// or another port?',
  UND_ERR_CONNECT_TIMEOUT: NO_ANSWER,
  UND_ERR_SOCKET: 'the connection is cut',
};

/** Why `fetch` got no response. Messages are not quoted, as they repeat the address. */
export function explainConnection(error: unknown): string {
  const { name, cause } = error as Error;
  if (name === 'TimeoutError' || name === 'AbortError') return NO_ANSWER;
  const { code = '' } = (cause ?? error) as { readonly code?: string };
  return explanations[code] ?? `no answer${code && ` (${code})`}; is it running?`;
}

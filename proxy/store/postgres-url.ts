/** The parts of a database's address. Messages may name all of them but the password. */
export interface PostgresUrl {
  readonly user: string;
  readonly password: string;
  /** Empty for this machine. */
  readonly host: string;
  /** Empty for the usual one. */
  readonly port: string;
  readonly database: string;
}

/** What would begin another part of the address has to be percent-encoded. */
const CHARACTER = String.raw`[^\s/?#@:%]|%[\da-f]{2}`;
const POSTGRES_URL = new RegExp(
  String.raw`^postgres(?:ql)?://` +
    String.raw`(?:(?<user>(?:${CHARACTER})*)(?::(?<password>(?:${CHARACTER}|:)*))?@)?` +
    String.raw`(?<host>[\w.%-]*|\[[\da-f:.]+\])(?::(?<port>\d{1,5}))?` +
    String.raw`(?:/(?<database>(?:${CHARACTER})*))?(?:\?(?<parameters>[^\s#@]*))?$`,
  'i',
);

/**
 * Undefined where it is not certain which part is which. `URL` is not as strict: of
 * `postgres://user:/secret@host` it makes a host `user` and a path, which a message would repeat.
 */
export function parsePostgresUrl(text: string): PostgresUrl | undefined {
  const { groups } = POSTGRES_URL.exec(text) ?? {};
  // The driver would take a password from there too.
  if (!groups || new URLSearchParams(groups['parameters']).has('password')) return undefined;
  const { user = '', password = '', host = '', port = '', database = '' } = groups;
  try {
    return {
      user: decodeURIComponent(user),
      password: decodeURIComponent(password),
      host: decodeURIComponent(host),
      port,
      database: decodeURIComponent(database),
    };
  } catch {
    // What is encoded is no UTF-8.
    return undefined;
  }
}

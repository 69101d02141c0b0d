/** The parts of a database's address. Messages may name all of them but the password. */
export interface PostgresUrl {
  readonly user: string;
  readonly password: string;
  /** Empty for this machine. */
  readonly host: string;
  /** Empty for the default port. */
  readonly port: string;
  readonly database: string;
}

/** A character of a part: one that would begin another part has to be percent-encoded. */
const CHARACTER = String.raw`[^\s/?#@:%]|%[\da-f]{2}`;
const POSTGRES_URL = new RegExp(
  String.raw`^postgres(?:ql)?://` +
    String.raw`(?:(?<user>(?:${CHARACTER})*)(?::(?<password>(?:${CHARACTER}|:)*))?@)?` +
    String.raw`(?<host>[\w.%-]*|\[[\da-f:.]+\])(?::(?<port>\d{1,5}))?` +
    String.raw`(?:/(?<database>(?:${CHARACTER})*))?(?:\?(?<parameters>[^\s#@]*))?$`,
  'i',
);

/**
 * Undefined if it is ambiguous which part is which. `URL` is less strict: it reads
 * `postgres://user:/secret@host` as a host `user` and a path, which a message would repeat.
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
    // The encoded bytes are not UTF-8.
    return undefined;
  }
}

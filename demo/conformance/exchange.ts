/** A call and its response, as a report may show them: without credentials and without persons. */
export interface Exchange {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly sent: string;
  /** Zero where no response came. */
  readonly status: number;
  readonly received: string;
}

export type Fetch = (request: Request) => Promise<Response>;

/** Keeps what goes to and fro since `begin`. */
export function createRecorder(fetch: Fetch) {
  let exchanges: Exchange[] = [];
  const requests = new WeakMap<Exchange, Request>();
  const keep = (request: Request, exchange: Exchange) => {
    exchanges.push(exchange);
    requests.set(exchange, request);
  };

  return {
    /** What was sent, with its credentials. */
    requestOf: (exchange: Exchange) => requests.get(exchange),
    begin: () => {
      exchanges = [];
    },
    exchanges: (): readonly Exchange[] => [...exchanges],
    async fetch(request: Request): Promise<Response> {
      const url = new URL(request.url);
      const sent = request.method === 'GET' ? '' : await request.clone().text();
      const call = { method: request.method, target: hideToken(url), sent: hide(url, sent) };
      try {
        const response = await fetch(request);
        const received = hide(url, await response.clone().text());
        keep(request, { ...call, status: response.status, received });
        return response;
      } catch (error) {
        keep(request, { ...call, status: 0, received: (error as Error).message });
        throw error;
      }
    },
  };
}

const HIDDEN = '(hidden)';

function hideToken({ pathname, search }: URL): string {
  return pathname + search.replace(/\b(access_token=)[^&]*/, `$1${HIDDEN}`);
}

function hide({ pathname }: URL, text: string): string {
  if (pathname.endsWith('/oauth/token')) {
    return text
      .replace(/\b(client_secret=)[^&]*/, `$1${HIDDEN}`)
      .replace(/("access_token"\s*:\s*)"[^"]*"/, `$1"${HIDDEN}"`);
  }
  return /\/orders\b/.test(pathname) ? hidePersons(text) : text;
}

/** What an order says about its customer. Its type stays visible, because rules are about types. */
const personal = new Set([
  ...['email', 'name', 'company', 'vat_number', 'phone', 'street', 'streetnr', 'zip', 'city'],
  ...['internal_notes', 'comment', 'value', 'additional_information'],
  ...['shipping_name', 'shipping_street', 'shipping_streetnr', 'shipping_zip', 'shipping_city'],
]);

function hidePersons(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text, hidden));
  } catch {
    return text;
  }
}

/** Codes of tickets and vouchers admit or pay, so only those of orders and errors are shown. */
function hidden(this: object, name: string, value: unknown): unknown {
  const isHidden =
    personal.has(name) || (name === 'code' && !('lang' in this) && !('message' in this));
  return isHidden && typeof value === 'string' && value !== '' ? HIDDEN : value;
}

const MOST_CHARACTERS = 2_000;

/** The items that the reason names, or the beginning. */
export function excerpt(body: string, reason: string): string {
  const named = itemsOf(body).filter((item) => {
    const { id } = (item ?? {}) as { id?: unknown };
    return id !== undefined && id !== '' && names(reason, String(id));
  });
  const text = named.length > 0 ? JSON.stringify(named) : body;
  const rest = text.length - MOST_CHARACTERS;
  return rest > 0 ? `${text.slice(0, MOST_CHARACTERS)}… and ${rest} characters more` : text;
}

/** Whether the id is there whole, not as a part of a longer one. */
function names(reason: string, id: string): boolean {
  const literally = id.replaceAll(/[$()*+.?[\\\]^{|}/-]/g, '\\$&');
  return new RegExp(`(?<![\\w-])${literally}(?![\\w-])`).test(reason);
}

function itemsOf(body: string): unknown[] {
  try {
    const items: unknown = JSON.parse(body);
    return Array.isArray(items) ? items : [];
  } catch {
    return [];
  }
}

import type { EventDraft } from '../../proxy/operations/event-draft.ts';
import type { FieldProblem } from '../field-problems.ts';
import type { OwnEventInput } from '../own-event.ts';
import type { OwnEventState, OwnVendor, Trial, WriteResult } from '../own-events.ts';

/** What the sandbox has of the vendor's own events. */
export interface OwnEventsOnSandbox {
  readonly vendor: OwnVendor;
  readonly states: readonly OwnEventState[];
  /** Whether the demo has an address for pictures. */
  readonly showsPictures: boolean;
}

export interface DraftFile {
  /** Undefined if the draft has problems. */
  readonly file: EventDraft | undefined;
  readonly problems: readonly FieldProblem[];
}

/** A client of the vendor's side of the demo. */
export interface OwnEventClient {
  load(): Promise<OwnEventsOnSandbox>;
  /** Checks the draft, and resolves to the file for another platform. */
  file(input: OwnEventInput): Promise<DraftFile>;
  create(input: OwnEventInput): Promise<WriteResult>;
  change(id: string, input: OwnEventInput): Promise<WriteResult>;
  tryOut(id: string, trial: Trial): Promise<WriteResult>;
}

/** `send` calls the demo's server, over the network or within the page. */
export function createOwnEventClient(
  send: (request: Request) => Promise<Response>,
): OwnEventClient {
  const at = (id: string) => `/${encodeURIComponent(id)}`;

  async function write(path: string, body: object, method = 'POST'): Promise<WriteResult> {
    const {
      state,
      problems = [],
      written = [],
    } = await call<Partial<WriteResult>>(path, {
      method,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { state, problems, written };
  }

  /** A refusal of fields is a result. @throws {Error} with anything else */
  async function call<Result>(path: string, init: RequestInit = {}): Promise<Result> {
    const response = await send(new Request(new URL(`/own-events${path}`, location.origin), init));
    const body = (await response.json()) as Result & { message?: string };
    if (response.ok || response.status === 422) return body;
    throw new Error(body.message ?? `${path} responds with ${response.status}`);
  }

  return {
    load: () => call(''),
    async file(input) {
      const { file, problems = [] } = await call<Partial<DraftFile>>('/file', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(input),
      });
      return { file, problems };
    },
    create: (input) => write('', input),
    change: (id, input) => write(at(id), input, 'PUT'),
    tryOut: (id, trial) => write(`${at(id)}/try`, trial),
  };
}

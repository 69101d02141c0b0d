import type { SandboxControl, SandboxWorld } from './sandbox-control.ts';

/** The vendors and events of a real platform, as its proxy lists them. */
export type PlatformWorld = Pick<SandboxWorld, 'vendors' | 'events'>;

/** A line of the doctor. */
export interface ReportLine {
  readonly level: 'ok' | 'warn' | 'fail';
  readonly text: string;
}

/** Reads what the doctor says about the platform and the client's credentials. */
export type ReadReport = () => Promise<readonly ReportLine[]>;

export const readReport: ReadReport = () => get('/platform/report');

/** A rule of the specification, and whether the platform keeps it. */
export interface CheckedRule {
  /** How many rules are tried, with this one. */
  readonly at: number;
  readonly of: number;
  readonly title: string;
  readonly outcome: 'kept' | 'broken' | 'skipped';
  /** Why it is broken, or was not looked at. */
  readonly reason: string;
  /** What the specification says. */
  readonly sentence: string;
  /** The calls that show it; empty unless it is broken. */
  readonly calls: string;
}

/** Tries every rule on the platform, until the signal is aborted. */
export type CheckPlatform = (signal: AbortSignal) => AsyncIterable<CheckedRule>;

export const checkPlatform: CheckPlatform = async function* (signal) {
  const response = await fetch('/platform/conformance', { method: 'POST', signal });
  if (!response.ok || !response.body) throw new Error(await response.text());
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line) as CheckedRule;
  }
};

/** In place of the sandbox's control: the world is only read, and its time is the true one. */
export function createPlatformControl(): SandboxControl {
  const refuse = () => Promise.reject(new Error('Nothing is changed on the real platform.'));

  return {
    async world() {
      const world = await get<PlatformWorld>('/platform/world');
      return { ...world, scenario: '', scenarios: [] };
    },
    clock: () => Promise.resolve({ now: Date.now(), offset: 0 }),
    orders: () => Promise.resolve([]),
    // The workbench only ever sets the calm one here.
    setWeather: () => Promise.resolve(),
    reset: refuse,
    setClock: refuse,
    change: refuse,
    changeEvent: refuse,
  };
}

async function get<Result>(path: string): Promise<Result> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path} responds with ${response.status}.`);
  return response.json() as Promise<Result>;
}

import { performance } from 'node:perf_hooks';
import type { Fetch } from '../../../proxy/ports.ts';

/** Records a platform's responses, to replay them without its work. */
export interface RecordedPlatform {
  readonly record: (platform: Fetch) => Fetch;
  /** Replays the responses to requests of the same kinds in the same order. */
  readonly replay: Fetch;
  /** Resolves when no request is pending and the process is idle. */
  readonly settled: () => Promise<void>;
}

/** The process counts as idle after this many milliseconds with little work. */
const LOOKED_AT = 50;
const IDLE = 0.2;

export function recordPlatform(): RecordedPlatform {
  const recorded = new Map<string, Response[]>();
  let open = 0;

  async function counted(respond: () => Promise<Response>): Promise<Response> {
    open += 1;
    return respond().finally(() => (open -= 1));
  }

  return {
    record: (platform) => (request) =>
      counted(async () => {
        const { status, headers, ...response } = await read(await platform(request));
        const kind = kindOf(request);
        const responses = recorded.get(kind) ?? [];
        recorded.set(kind, [...responses, new Response(response.body, { status, headers })]);
        return new Response(response.body, { status, headers });
      }),

    replay: (request) =>
      counted(async () => {
        const response = recorded.get(kindOf(request))?.shift();
        if (!response) throw new Error(`nobody asked for ${request.url} before`);
        return response;
      }),

    async settled() {
      for (;;) {
        const before = performance.eventLoopUtilization();
        await new Promise((resolve) => setTimeout(resolve, LOOKED_AT));
        const { utilization } = performance.eventLoopUtilization(before);
        if (open === 0 && utilization < IDLE) return;
      }
    },
  };
}

async function read(response: Response) {
  const { status, headers } = response;
  return { status, headers, body: await response.text() };
}

/** Instants in a query vary with the duration of earlier responses, so they are left out. */
function kindOf({ method, url }: Request): string {
  const { pathname, searchParams } = new URL(url);
  const names = [...searchParams.keys()].sort().join();
  return `${method} ${pathname} ${names} ${searchParams.get('offset') ?? ''}`;
}

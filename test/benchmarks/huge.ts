import { sandboxClients } from '../../demo/sandbox/clients.ts';
import { createSandbox } from '../../demo/sandbox/sandbox.ts';

const ROUNDS = 9;
const NOW = Date.parse('2026-11-21T09:00:00Z');

/**
 * The sandbox's own time for its largest answers, in process and without a socket, until the last
 * byte is written. The memory is that of this whole process, with the benchmark in it.
 */
export async function bench(): Promise<void> {
  const before = performance.now();
  const sandbox = createSandbox({ clock: () => NOW, scenario: 'huge' });
  const opened = performance.now() - before;
  const memory = () => `${(process.memoryUsage().rss / 1e6).toFixed(0).padStart(5)} MB`;
  const residentBytes = memory();
  const headers = { Authorization: `Bearer ${await requestToken(sandbox)}` };

  const measure = async (path: string): Promise<string> => {
    const times: number[] = [];
    let size = '';
    for (let round = 0; round < ROUNDS; round += 1) {
      const start = performance.now();
      const response = await sandbox(new Request(`http://sandbox${path}`, { headers }));
      const text = await response.text();
      times.push(performance.now() - start);
      if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${text}`);
      // Counted once: what the benchmark reads takes memory that the sandbox does not need.
      size ||= `${(JSON.parse(text) as unknown[]).length} items, ${(text.length / 1e6).toFixed(1)} MB`;
    }
    return `${median(times).toFixed(0).padStart(5)} ms   (${size})`;
  };
  const month = 'start_date=2027-01-01T00:00:00Z&end_date=2027-01-31T23:59:59Z';
  const [event] = (await (
    await sandbox(new Request('http://sandbox/v3/events?limit=1', { headers }))
  ).json()) as {
    id: string;
  }[];

  const events = await measure('/v3/events?type=ALL');
  const all = await measure(`/v3/dates?available=false&${month}`);
  const own = await measure(`/v3/events/${event?.id ?? ''}/dates?available=false&${month}`);
  console.log(`Scenario huge, server time, median of ${ROUNDS} rounds`);
  console.log(`  opened in               ${opened.toFixed(0).padStart(5)} ms`);
  console.log(`  all events              ${events}`);
  console.log(`  a month of all dates    ${all}`);
  console.log(`  a month of one event    ${own}`);
  console.log(`  memory after opening    ${residentBytes}`);
  console.log(`  memory after all this   ${memory()}`);
}

async function requestToken(sandbox: (request: Request) => Promise<Response>): Promise<string> {
  const { id, secret } = sandboxClients.reseller;
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: id,
    client_secret: secret,
  });
  const response = await sandbox(
    new Request('http://sandbox/oauth/token', { method: 'POST', body }),
  );
  return ((await response.json()) as { access_token: string }).access_token;
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

import { readdirSync, readFileSync } from 'node:fs';

/** In milliseconds. What lives shorter than this may be missing from the figures. */
const LOOK_EVERY = 500;
/** Linux counts CPU time in hundredths of a second. */
const TICKS_PER_SECOND = 100;

interface Started {
  /** The test file that started it, `Node` for a test process, or `Elements` for their browsers. */
  readonly cause: string;
  seconds: number;
}

/**
 * Adds up the CPU time of everything that this process starts, also of processes that end meanwhile.
 * A test process has the file that it runs as its title, which its time and its browsers are counted
 * for. Knows nothing where there is no `/proc`.
 */
export function startCpuMeter() {
  // A process id may be used again, so the time of its start belongs to the key.
  const started = new Map<string, Started>();
  const causes = new Map<number, string>();
  const total = new Map<string, number>();

  function look(): void {
    for (const pid of processes()) {
      const stat = pid === process.pid ? undefined : statOf(pid);
      if (!stat) continue;
      const key = `${pid} ${stat.start}`;
      const cause = started.get(key)?.cause ?? causeOf(pid, stat.parent);
      if (!cause) continue;
      const spent = stat.seconds - (started.get(key)?.seconds ?? 0);
      causes.set(pid, cause);
      started.set(key, { cause, seconds: stat.seconds });
      const counted = cause === 'Node' ? (fileOf(pid) ?? cause) : cause;
      total.set(counted, (total.get(counted) ?? 0) + spent);
    }
  }

  function causeOf(pid: number, parent: number): string | undefined {
    if (parent === process.pid) return isBrowser(pid) ? 'Elements' : 'Node';
    // Another run beside this one has test processes too.
    return causes.has(parent) ? (fileOf(parent) ?? causes.get(parent)) : undefined;
  }

  const timer = setInterval(look, LOOK_EVERY);
  timer.unref();
  return {
    /** CPU seconds by test file, or by cause. */
    end(): ReadonlyMap<string, number> {
      look();
      clearInterval(timer);
      const { user, system } = process.cpuUsage();
      return new Map([['this process', (user + system) / 1e6], ...total]);
    },
  };
}

function processes(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Boolean);
  } catch {
    return [];
  }
}

/** Empty if the process has ended meanwhile. */
function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

function statOf(pid: number): { parent: number; start: string; seconds: number } | undefined {
  const stat = readProc(pid, 'stat');
  // The name before it is in brackets, and may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [parent, user, system, start] = [1, 11, 12, 19].map((index) => fields[index]);
  if (parent === undefined || start === undefined) return undefined;
  return {
    parent: Number(parent),
    start,
    seconds: (Number(user) + Number(system)) / TICKS_PER_SECOND,
  };
}

/** The test file that a process has as its title. */
function fileOf(pid: number): string | undefined {
  const [title = ''] = readProc(pid, 'cmdline').split('\0');
  return title.startsWith('test/') ? title : undefined;
}

const isBrowser = (pid: number) => /chrom|firefox|webkit/i.test(readProc(pid, 'cmdline'));

import { createServer } from 'node:net';

/**
 * Below the ports that systems hand out by themselves, to listeners on port 0 and to connections,
 * so that none of these takes one between the look and its use. Each process has a block of its own.
 */
const FIRST = 11_000;
const BLOCK = 10;
const BLOCKS = 2_000;
let next = FIRST + (process.pid % BLOCKS) * BLOCK;

/** Ports that are free, and that nobody else will take. */
export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  while (ports.length < count) {
    const port = next;
    next += 1;
    if (await isFree(port)) ports.push(port);
  }
  return ports;
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, 'localhost', () => server.close(() => resolve(true)));
  });
}

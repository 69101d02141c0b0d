import { createServer } from 'node:net';

/**
 * Below the ephemeral ports, so that no listener on port 0 and no connection takes a port between
 * the check and its use. Each process has its own block.
 */
const FIRST = 11_000;
const BLOCK = 10;
const BLOCKS = 2_000;
let next = FIRST + (process.pid % BLOCKS) * BLOCK;

/** Finds free ports that no other process will take. */
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

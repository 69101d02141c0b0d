import type { ChildProcess } from 'node:child_process';

const running = new Map<ChildProcess, NodeJS.Signals>();
// One listener for all of them, because Node warns of more than ten.
process.once('exit', () => running.forEach((signal, child) => child.kill(signal)));

/** Kills the child when this process ends for any reason. */
export function killAtExit(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): void {
  running.set(child, signal);
  child.once('exit', () => running.delete(child));
}

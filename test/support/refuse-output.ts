/**
 * A test that passes prints nothing: what is printed in its process, also by Node as a warning of too
 * many listeners, is an error that fails the run.
 */
for (const level of ['debug', 'info', 'log', 'warn', 'error'] as const) {
  console[level] = (...parts: unknown[]) => refuse(parts.map(String).join(' '));
}

// Files share a process, and each of them loads this module.
const isRefused = process.listeners('warning').some(({ name }) => name === refuseWarning.name);
if (!isRefused) process.on('warning', refuseWarning);

function refuseWarning({ name, stack }: Error): void {
  // Node 20 warns of its own timers for tests.
  if (name !== 'ExperimentalWarning') refuse(stack ?? name);
}

function refuse(text: string): void {
  const error = new Error(`Printed: ${text}`);
  // Not where it is printed, which may be in a `try`.
  queueMicrotask(() => {
    throw error;
  });
}

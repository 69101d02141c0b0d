import { describeError } from '../log.ts';

/** What becomes of errors that nothing else handles (README, Errors that end a proxy). */
export function handleProcessErrors(): void {
  // The log's disk may be full, or its reader gone: neither is a reason to stop taking orders.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  // A rejection that nobody awaited is no reason to drop all other requests.
  process.on('unhandledRejection', (error) => report('unhandled-rejection', error));
  // After an exception that nothing caught, only what is in the store can be relied on.
  process.on('uncaughtException', (error) => {
    report('uncaught-exception', error);
    process.exit(1);
  });
}

/** On stderr at once, because the log is buffered. */
function report(event: string, error: unknown): void {
  process.stderr.write(`${JSON.stringify({ event, ...describeError(error) })}\n`);
}

import { SSEStreamingApi } from 'hono/streaming';
import { STREAM_COMMENT_EVERY, STREAM_LOOK_EVERY } from '../time-limits.ts';
import { createResponse, type HttpResponse } from './response.ts';

/** Server-sent events that report a value's changes until the client leaves or the proxy closes. */
export interface EventStreams {
  /**
   * Sends the value, and again whenever `read` resolves to another one. Undefined if too many
   * streams are open or the proxy is closing: then the value is sent once, as an ordinary response.
   */
  open(value: object, read: ReadValue, client: string | undefined): HttpResponse | undefined;
}

/**
 * Counts a client's stream until the returned function is called. Undefined if too many are open
 * already.
 */
export type CountStream = (client: string | undefined) => (() => void) | undefined;

/** Undefined ends the stream. */
type ReadValue = () => Promise<object | undefined>;

const headers = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-store',
  // nginx would otherwise hold the events back until the stream ends.
  'X-Accel-Buffering': 'no',
};

/** When `closing` aborts, all streams end. */
export function createEventStreams(closing: AbortSignal, countStream: CountStream): EventStreams {
  const ends = new Set<() => void>();
  closing.addEventListener('abort', () => ends.forEach((end) => end()));

  return {
    open(value, read, client) {
      const uncount = closing.aborted ? undefined : countStream(client);
      if (!uncount) return undefined;

      const { readable, writable } = new TransformStream();
      const stream = new SSEStreamingApi(writable, readable);
      const ended = new AbortController();
      const end = () => ended.abort();
      ends.add(end);
      stream.onAbort(end);
      void sendChanges(stream, value, read, ended.signal).finally(() => {
        ends.delete(end);
        uncount();
        return stream.close();
      });
      return createResponse(200, headers, stream.responseReadable);
    },
  };
}

async function sendChanges(
  stream: SSEStreamingApi,
  first: object,
  read: ReadValue,
  ended: AbortSignal,
): Promise<void> {
  let sent = '';
  let silence = 0;
  let value: object | undefined = first;
  while (value && !ended.aborted) {
    const data = JSON.stringify(value);
    if (data !== sent) {
      await stream.writeSSE({ data });
      silence = 0;
    } else if (silence >= STREAM_COMMENT_EVERY) {
      await stream.write(':\n\n');
      silence = 0;
    }
    sent = data;
    await pause(STREAM_LOOK_EVERY, ended);
    silence += STREAM_LOOK_EVERY;
    // An error ends the stream; the client's next request is told what is wrong.
    if (!ended.aborted) value = await read().catch(() => undefined);
  }
}

/** Resolves early when the signal aborts. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
}

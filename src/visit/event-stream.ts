/** Reads a stream of server-sent events to its end. `onChunk` is called for comments too. */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  onData: (data: string) => void,
  onChunk: () => void,
): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    onChunk();
    const messages = (rest + decoder.decode(value, { stream: true })).split('\n\n');
    rest = messages.pop() ?? '';
    for (const message of messages) {
      // Everything else is a comment, which keeps the connection open.
      if (message.startsWith('data: ')) onData(message.slice(6));
    }
  }
}

/**
 * The proxy reads bodies as Node provides them. Not every browser has `Request.body` or async
 * iteration of streams, which the proxy needs when it runs in a test page.
 */
if (!('body' in Request.prototype)) {
  Object.defineProperty(Request.prototype, 'body', {
    get(this: Request) {
      const bytes = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
        controller.enqueue(new Uint8Array(await this.arrayBuffer()));
        controller.close();
      };
      // The body is read on demand, so that looking at `body` does not consume it.
      return new ReadableStream({ pull: bytes }, { highWaterMark: 0 });
    },
  });
}

if (!(Symbol.asyncIterator in ReadableStream.prototype)) {
  Object.defineProperty(ReadableStream.prototype, Symbol.asyncIterator, {
    async *value(this: ReadableStream) {
      const reader = this.getReader();
      try {
        for (let part = await reader.read(); !part.done; part = await reader.read()) {
          yield part.value;
        }
      } finally {
        await reader.cancel();
      }
    },
  });
}

/**
 * The proxy reads bodies as Node has them. Not every browser lets a page read a request's body, or
 * a stream by `for await`, and what is tested in a page needs both of it.
 */
if (!('body' in Request.prototype)) {
  Object.defineProperty(Request.prototype, 'body', {
    get(this: Request) {
      const bytes = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
        controller.enqueue(new Uint8Array(await this.arrayBuffer()));
        controller.close();
      };
      // Asked for when it is read, so that whoever only looks leaves it to others.
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

const FLUSH_EVERY = 100;

export interface LogBuffer {
  write(line: string): void;
  flush(): void;
}

/** Writes lines in batches, because a write for each line costs more than the logged request. */
export function createLogBuffer(output: (text: string) => void): LogBuffer {
  let buffered = '';
  let timer: ReturnType<typeof setTimeout> | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (buffered !== '') output(buffered);
    buffered = '';
  }

  return {
    write(line) {
      buffered += `${line}\n`;
      timer ??= setTimeout(flush, FLUSH_EVERY);
    },
    flush,
  };
}

/**
 * Lines gathered and written together: one by one they cost more than the answers that they tell
 * of.
 */
const EVERY = 100;

export function createLines(output: (text: string) => void) {
  let waiting = '';
  let timer: ReturnType<typeof setTimeout> | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (waiting !== '') output(waiting);
    waiting = '';
  }

  return {
    write(line: string): void {
      waiting += `${line}\n`;
      timer ??= setTimeout(flush, EVERY);
    },
    flush,
  };
}

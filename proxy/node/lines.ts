/** Lines gathered and written together: one by one they cost more than the answers that they tell of. */
const EVERY = 100;

export function createLines(output: (text: string) => void) {
  let waiting: string[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.length > 0) output(`${waiting.join('\n')}\n`);
    waiting = [];
  }

  return {
    write(line: string): void {
      waiting.push(line);
      timer ??= setTimeout(flush, EVERY);
    },
    flush,
  };
}

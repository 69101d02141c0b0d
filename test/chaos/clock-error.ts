/** Node's options for a process whose wall clock is wrong by so many milliseconds. */
export function withClockError(milliseconds: number): string {
  const program = `
    const RightDate = Date;
    const now = () => RightDate.now() + ${Math.round(milliseconds)};
    globalThis.Date = class extends RightDate {
      constructor(...args) {
        super(...(args.length > 0 ? args : [now()]));
      }
      static now = now;
    };`;
  return `--import=data:text/javascript,${encodeURIComponent(program)}`;
}

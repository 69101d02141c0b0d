/** Whether a text that looks like an instant names a time that exists. */
export function isTime(text: string): boolean {
  return !Number.isNaN(Date.parse(text));
}

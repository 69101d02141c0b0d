/** Collects the console warnings while something runs. */
export async function warningsOf(run: () => Promise<unknown>): Promise<string[]> {
  const { warn } = console;
  const warnings: string[] = [];
  console.warn = (text: string) => warnings.push(text);
  try {
    await run();
  } finally {
    console.warn = warn;
  }
  return warnings;
}

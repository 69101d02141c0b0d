/** Compares what was logged with what a test expects: every line, and at least one for each pattern. */
export function compareLines(lines: readonly string[], expected: readonly RegExp[]) {
  return {
    unexpected: lines.filter((line) => !expected.some((pattern) => pattern.test(line))),
    missing: expected.filter((pattern) => !lines.some((line) => pattern.test(line))).map(String),
  };
}

const names: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether a URL's `hostname` names the loopback interface, which DNS cannot rebind. */
export function isLoopback(hostname: string): boolean {
  return names.has(hostname);
}

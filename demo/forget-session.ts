/** Removes the widget's session, which is of a world before the reset. */
export function forgetSession(): void {
  const names = Object.keys(sessionStorage).filter((name) => name.startsWith('booking '));
  for (const name of names) sessionStorage.removeItem(name);
}

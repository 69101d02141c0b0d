/** Removes the widget's session, whose ids are invalid after a reset. */
export function forgetSession(): void {
  const names = Object.keys(sessionStorage).filter((name) => name.startsWith('booking '));
  for (const name of names) sessionStorage.removeItem(name);
}

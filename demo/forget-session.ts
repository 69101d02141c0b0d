/** What a widget of this tab would go on with after a reload is of a world that is no more. */
export function forgetSession(): void {
  const names = Object.keys(sessionStorage).filter((name) => name.startsWith('booking '));
  for (const name of names) sessionStorage.removeItem(name);
}

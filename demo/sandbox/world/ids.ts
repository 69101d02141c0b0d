import { numberFrom, opaqueId } from './random.ts';

/** The seed of the world with unusual ids, which tests that clients treat ids as opaque. */
export const ODD_IDS = 'odd-ids';

const odd: readonly ((id: string) => string)[] = [
  (id) => `o0:${id}.o0=`,
  (id) => `${id}/b`,
  (id) => `ü${id}`,
  (id) => `%2f${id}`,
  (id) => id.padEnd(200, 'x'),
  (id) => `~${id} &?#[]`,
  (id) => `'"><${id}\\`,
];
/** Path segments that URL parsers remove. */
const dots: Readonly<Record<string, string>> = {
  [`${ODD_IDS}/event/tiles`]: '..',
  [`${ODD_IDS}/event/surf`]: '.',
  [`${ODD_IDS}/vendor/lisbon`]: '..',
  [`${ODD_IDS}/product/tiles-posted`]: '.',
};

/** The id for a name such as `SEED/event/KEY`. */
export function idOf(name: string): string {
  const id = opaqueId(name);
  if (!name.startsWith(`${ODD_IDS}/`)) return id;
  return dots[name] ?? odd[Math.floor(numberFrom(name) * odd.length)]?.(id) ?? id;
}

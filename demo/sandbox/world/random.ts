/** A number in [0, 1). */
export type Random = () => number;

/** Letters and digits that nobody confuses when reading a code aloud: no 0 and O, no 1, I and L. */
const readable = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/** 32 bits from a text: FNV-1a, then mixed, so that similar texts get very different hashes. */
function hash(text: string, basis: number): number {
  let bits = basis;
  for (let index = 0; index < text.length; index += 1) {
    bits = Math.imul(bits ^ text.charCodeAt(index), 0x01000193);
  }
  bits = Math.imul(bits ^ (bits >>> 15), 0x2c1b3c6d);
  bits = Math.imul(bits ^ (bits >>> 12), 0x297a2d39);
  return (bits ^ (bits >>> 15)) >>> 0;
}

/** The number in [0, 1) that belongs to a text. */
export function numberFrom(text: string): number {
  return hash(text, 0x811c9dc5) / 2 ** 32;
}

/** The opaque id that belongs to a text. 64 bits, as thousands of ids of 32 bits would collide. */
export function opaqueId(text: string): string {
  const halves = [0x811c9dc5, 0x2f6b9d13].map((basis) =>
    hash(text, basis).toString(36).padStart(7, '0'),
  );
  // join() makes one string; a sum stays three objects in V8, and a world can have 200,000 ids.
  return halves.join('');
}

/** A sequence of numbers that the seed determines. */
export function createRandom(seed: string): Random {
  let position = 0;
  return () => {
    position += 1;
    return numberFrom(`${seed}#${position}`);
  };
}

/** A code for people, such as K7M2QX. */
export function drawCode(random: Random, length: number): string {
  return Array.from({ length }, () => readable[Math.floor(random() * readable.length)]).join('');
}

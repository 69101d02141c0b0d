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

/** A number in [0, 1), always the same for the same text. */
export function numberFrom(text: string): number {
  return hash(text, 0x811c9dc5) / 2 ** 32;
}

/**
 * An opaque id, always the same for the same text. 64 bits, because thousands of 32-bit ids would
 * collide.
 */
export function opaqueId(text: string): string {
  const halves = [0x811c9dc5, 0x2f6b9d13].map((basis) =>
    hash(text, basis).toString(36).padStart(7, '0'),
  );
  // join() makes one flat string. With +, V8 would keep a rope of three objects for each id, and a
  // world can have 200,000.
  return halves.join('');
}

/** A sequence of pseudo-random numbers with this seed. */
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

import { z } from 'zod';

/** Only one in 28 million strings of 32 random hexadecimal digits has fewer distinct ones. */
const FEWEST_DISTINCT = 8;
export const secret = z.string().refine(isHardToGuess);
export const randomCharacters = '32 or more random characters, and not digits alone';
export const secretAdvice = `set it to ${randomCharacters}, such as those of openssl rand -base64 32`;

/** Length alone does not make a secret hard to guess. */
function isHardToGuess(secret: string): boolean {
  const characters = secret.trim();
  const distinct = new Set(characters);
  return characters.length >= 32 && distinct.size >= FEWEST_DISTINCT && !/^\d+$/.test(characters);
}

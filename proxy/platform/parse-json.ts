import { PlatformMalformed } from './errors.ts';
import type { Slices } from './slices.ts';

/** A list never has more (spec, Common list parameters: limit). */
const MAX_ITEMS = 100_000;
/** An order of a thousand participants fits, whichever of its fields the platform sends. */
const MAX_LENGTH = 1_048_576;
/** Of an item: to parse so many that are all wrong takes tenths of a second. */
const MAX_VALUES = 20_000;
/** So many characters are looked at before others may have a turn. */
const CHARACTERS_AT_ONCE = 65_536;

const structure = /[[{,]/g;

/**
 * The value of a text. A list is parsed item by item, in slices, because a senseless one takes
 * seconds; of its items those that are too large are null, as one of them spoils no other.
 * @throws {PlatformMalformed} when it is no JSON, or too large
 */
export async function parseJson(text: string, slices: Slices): Promise<unknown> {
  const first = text.search(/[^ \t\n\r]/);
  if (text[first] === '[') return parseList(text, first + 1, slices);
  const isLarge = text.length > MAX_LENGTH || (text.match(structure)?.length ?? 0) > MAX_VALUES;
  if (isLarge) throw tooLarge();
  return parseValue(text);
}

async function parseList(text: string, begin: number, slices: Slices): Promise<unknown[]> {
  const items: unknown[] = [];
  let start = begin;
  let values = 0;
  let depth = 0;
  let isText = false;
  let nextPause = begin + CHARACTERS_AT_ONCE;

  for (let at = begin; at < text.length; at += 1) {
    const character = text[at];
    if (isText) {
      if (character === '\\') at += 1;
      else if (character === '"') isText = false;
    } else if (character === '"') {
      isText = true;
    } else if (character === '{' || character === '[') {
      depth += 1;
      values += 1;
    } else if (character === ',' && depth > 0) {
      values += 1;
    } else if (depth > 0 && (character === '}' || character === ']')) {
      depth -= 1;
    } else if (character === ',' || character === ']') {
      const isLast = character === ']';
      const item = text.slice(start, at);
      const isEmpty = isLast && items.length === 0 && item.trim() === '';
      if (!isEmpty) items.push(isTooLarge(item, values) ? null : parseValue(item));
      if (items.length > MAX_ITEMS) throw tooLarge();
      if (isLast) return endOf(text, at + 1, items);
      [start, values] = [at + 1, 0];
      const pause = slices.pause();
      if (pause) await pause;
    }
    if (at >= nextPause) {
      nextPause = at + CHARACTERS_AT_ONCE;
      await slices.pause();
    }
  }
  throw notJson();
}

function isTooLarge(item: string, values: number): boolean {
  return item.length > MAX_LENGTH || values > MAX_VALUES;
}

/** Nothing may follow a list. */
function endOf(text: string, end: number, items: unknown[]): unknown[] {
  if (/[^ \t\n\r]/.test(text.slice(end))) throw notJson();
  return items;
}

function parseValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw notJson();
  }
}

function notJson(): PlatformMalformed {
  return new PlatformMalformed('the response is not JSON');
}

function tooLarge(): PlatformMalformed {
  return new PlatformMalformed('the response is too large');
}

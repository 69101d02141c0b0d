import { PlatformMalformed } from './errors.ts';
import { runInSlices, type Slices } from './slices.ts';

/** A list never has more (spec, Common list parameters: limit). */
const MAX_ITEMS = 100_000;
/** An order of a thousand participants fits, whichever of its fields the platform sends. */
const MAX_LENGTH = 1_048_576;
/** Values in an item: when so many are all wrong, parsing them takes tenths of a second. */
const MAX_VALUES = 20_000;
/** Characters that are scanned before other work gets a turn. */
const CHARACTERS_AT_ONCE = 65_536;

const structure = /[[{,]/g;

/**
 * Parses a JSON text. A list is parsed item by item, in slices, because a senseless one takes
 * seconds. An item that is too large becomes null, so that it does not spoil the others. A
 * streaming parser would not serve: it parses in JavaScript, several times slower than
 * `JSON.parse`, and all that has to be found here is where an item ends.
 * @throws {PlatformMalformed} when it is not JSON, or too large
 */
export async function parseJson(text: string, slices: Slices): Promise<unknown> {
  const first = text.search(/[^ \t\n\r]/);
  if (text[first] === '[') return runInSlices(parseList(text, first + 1), slices);
  const isLarge = text.length > MAX_LENGTH || (text.match(structure)?.length ?? 0) > MAX_VALUES;
  if (isLarge) throw tooLarge();
  return parseValue(text);
}

function* parseList(text: string, begin: number): Generator<void, unknown[]> {
  const items: unknown[] = [];
  for (let start = begin; ;) {
    const { end, values } = yield* scanItem(text, start);
    const item = text.slice(start, end);
    const isLast = text[end] === ']';
    const isEmpty = isLast && items.length === 0 && item.trim() === '';
    if (!isEmpty) items.push(isTooLarge(item, values) ? null : parseValue(item));
    if (items.length > MAX_ITEMS) throw tooLarge();
    if (isLast) return endOf(text, end + 1, items);
    start = end + 1;
    yield;
  }
}

/** Finds the comma after an item, or the end of the list, and counts the values in the item. */
function* scanItem(text: string, start: number): Generator<void, { end: number; values: number }> {
  let values = 0;
  let depth = 0;
  let nextPause = start + CHARACTERS_AT_ONCE;

  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') {
      at = endOfString(text, at);
    } else if (character === '{' || character === '[') {
      depth += 1;
      values += 1;
    } else if (depth === 0 && (character === ',' || character === ']')) {
      return { end: at, values };
    } else if (character === '}' || character === ']') {
      depth -= 1;
    } else if (character === ',') {
      values += 1;
    }
    if (at >= nextPause) {
      nextPause = at + CHARACTERS_AT_ONCE;
      yield;
    }
  }
  throw notJson();
}

/** The closing quote of the string that begins here; without one, the end of the text. */
function endOfString(text: string, begin: number): number {
  let at = begin + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}

function isTooLarge(item: string, values: number): boolean {
  return item.length > MAX_LENGTH || values > MAX_VALUES;
}

/** Nothing may follow a list. */
function endOf(text: string, end: number, items: unknown[]): unknown[] {
  if (/[^ \t\n\r]/.test(text.slice(end))) throw notJson();
  return items;
}

/** A string, or an integer of so many digits that JavaScript may not count them exactly. */
const STRING_OR_LONG_INTEGER = /"[^"\\]*(?:\\.[^"\\]*)*"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/gs;

function parseValue(text: string): unknown {
  const exact = /\d{16}/.test(text) ? text.replace(STRING_OR_LONG_INTEGER, quoteInexact) : text;
  try {
    return JSON.parse(exact);
  } catch {
    throw notJson();
  }
}

/** An id without its last digits would name something else. */
function quoteInexact(found: string): string {
  return found.startsWith('"') || Number.isSafeInteger(Number(found)) ? found : `"${found}"`;
}

function notJson(): PlatformMalformed {
  return new PlatformMalformed('the response is not JSON');
}

function tooLarge(): PlatformMalformed {
  return new PlatformMalformed('the response is too large');
}

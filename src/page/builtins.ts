import { ownDocument } from './unshadowed.ts';

/**
 * Libraries that a page may have replace some of the browser's methods and classes, a few of them
 * wrongly. A widget that goes on with such a one shows wrong figures, or freezes the page. So those
 * that a public library is known to replace are tried as the widget uses them, and if one is wrong,
 * all widgets of the page stop.
 */
type Trials = Readonly<Record<string, (values: typeof given) => boolean>>;

/** Values to try with; were they written in place, the build would compute the result itself. */
const given = { ab: 'ab', list: 'a,b', spaced: ' a ', digit: '7', low: -1.2, high: 1.5 };

/** Prototype, whose old `reduce` has no parameters; collections.js, whose `find` gives an index. */
const ofPrototype: Trials = {
  'Array.prototype.every': () => [1].every((n) => n === 1) && ![1].every((n) => n === 2),
  'Array.prototype.find': () =>
    [1, 2].find((n) => n > 1) === 2 && [1].find((n) => n > 1) === undefined,
  'Array.prototype.map': () => `${[1, 2].map((n, index) => n + index)}` === '1,3',
  'Array.prototype.reduce': () => [1, 2].reduce((sum, n) => sum + n, 1) === 4,
  'Array.prototype.reverse': () => [1, 2].reverse()[0] === 2,
  'Array.prototype.some': () => [1].some((n) => n === 1) && ![1].some((n) => n === 2),
};

/** MooTools, whose `bind` takes the arguments as a list, which then replaces those of the call. */
const ofMooTools: Trials = {
  'Function.prototype.bind': ({ list }) =>
    (list.slice.bind(list) as (begin: number, end: number) => string)(1, 2) === ',',
  'Object.keys': () => `${Object.keys({ a: 1, b: 2 })}` === 'a,b',
  'Object.values': () => `${Object.values({ a: 1, b: 2 })}` === '1,2',
};

/** Sugar 1 and 2, which also match by patterns and by parts. */
const ofSugar: Trials = {
  'Array.prototype.at': () => [1, 2].at(-1) === 2,
  'Array.prototype.filter': () => `${[1, 2].filter((n) => n > 1)}` === '2',
  'Array.prototype.findIndex': () => [1, 2].findIndex((n) => n > 1) === 1,
  'String.prototype.endsWith': ({ ab }) => ab.endsWith('b') && !ab.endsWith('a'),
  'String.prototype.includes': ({ ab }) => ab.includes('b') && !ab.includes('c'),
  'String.prototype.startsWith': ({ ab }) => ab.startsWith('a') && !ab.startsWith('b'),
};

/** Datejs: `parse` returns a Date or null, and `toISOString` adds quotes. es5-shim has its own Date. */
const ofDates: Trials = {
  Date: () => new Date(0).getTime() === 0 && !Number.isNaN(Date.now()),
  'Date.parse': () => +Date.parse('1970-01-02T00:00:00Z') === 864e5,
  'Date.prototype.toISOString': () => new Date(0).toISOString() === '1970-01-01T00:00:00.000Z',
};

/** XRegExp 2 with its `natives` replaces what it builds on. */
const ofXRegExp: Trials = {
  'RegExp.prototype.exec': ({ ab }) => /a(.)/.exec(ab)?.[1] === 'b',
  'RegExp.prototype.test': ({ ab }) => /b/.test(ab) && !/c/.test(ab),
  'String.prototype.match': ({ ab }) => ab.match(/b/)?.[0] === 'b',
  'String.prototype.replace': ({ ab, list }) =>
    ab.replace(/[ab]/g, '$&-') === 'a-b-' && list.replace('b', () => 'c') === 'a,c',
  'String.prototype.split': ({ ab, list }) => list.split(',').length + ab.split('').length === 4,
};

/** es6-shim, es6-collections and old core-js, whose maps and sets could once not be iterated. */
const ofShims: Trials = {
  Map: () => [...new Map([[1, 2]])][0]?.[1] === 2,
  'Math.round': ({ low, high }) => Math.round(high) === 2 && Math.round(low) === -1,
  Promise: () => Promise.allSettled([1]).then(() => 1) instanceof Promise,
  Set: () => [...new Set([1, 1]).add(2)].length === 2 && !new Set().has(1),
  'String.prototype.trim': ({ spaced }) => spaced.trim() === 'a',
  WeakMap: () => new WeakMap([[given, 1]]).get(given) === 1,
  parseFloat: ({ digit }) => parseFloat(`${digit}.5px`) === 7.5,
  parseInt: ({ digit }) => parseInt(`${digit}px`, 10) === 7,
};

/** Intl.js, which knows no time zones, and other polyfills of `Intl`. */
const ofIntl: Trials = {
  'Intl.DateTimeFormat': () => {
    const format = new Intl.DateTimeFormat('en', { day: 'numeric', timeZone: 'Asia/Tokyo' });
    const { timeZone } = format.resolvedOptions();
    return timeZone === 'Asia/Tokyo' && format.formatToParts(864e5)[0]?.value === '2';
  },
  'Intl.NumberFormat': () => new Intl.NumberFormat('en').formatToParts(2)[0]?.value === '2',
  'Intl.PluralRules': () => new Intl.PluralRules('en').select(1) === 'one',
};

const trials = Object.entries({
  ...ofPrototype,
  ...ofMooTools,
  ...ofSugar,
  ...ofDates,
  ...ofXRegExp,
  ...ofShims,
  ...ofIntl,
});

let stops: readonly (() => void)[] = [];
let isTried = false;
let hasStopped = false;

/**
 * Calls `stop` if something that the widget uses is wrong, until it is called off. The first call
 * tries it, and again when the page's other scripts have run.
 */
export function whenBroken(stop: () => void): () => void {
  stops = [...stops, stop];
  if (!isTried) {
    isTried = true;
    tryAll();
    if (ownDocument.readyState !== 'complete') addEventListener('load', tryAll);
  }
  return () => {
    stops = stops.filter((other) => other !== stop);
  };
}

/** Whether everything that was tried works. */
export function isIntact(): boolean {
  return !hasStopped;
}

// Only plain syntax from here on, which no script can replace.
function tryAll(): void {
  for (let index = 0; index < trials.length && !hasStopped; index += 1) {
    const [name, works] = trials[index] as (typeof trials)[number];
    try {
      if (works(given)) continue;
    } catch {
      // It is wrong too.
    }
    stopAll(name);
  }
}

function stopAll(name: string): void {
  hasStopped = true;
  try {
    // eslint-disable-next-line no-console -- the reseller reads it
    console.warn(
      `<booking-widget> has stopped: a script of this page has replaced ${name} by one that does not do the same.`,
    );
  } catch {
    // The page has replaced the console too.
  }
  for (let index = 0; index < stops.length; index += 1) {
    try {
      (stops[index] as () => void)();
    } catch {
      // One that cannot stop must not keep the others from it.
    }
  }
}

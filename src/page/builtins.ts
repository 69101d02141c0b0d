/**
 * Scripts of a page may replace a method or a class of the browser at any time, and some replacements
 * are wrong: they throw, return nothing, or know only what an old browser knew. A widget that goes
 * on with such a one shows wrong figures, or freezes the page. So what it uses is tried out whenever
 * it has been replaced, and if it is wrong, all widgets stop.
 */
interface Builtin {
  readonly owner: object;
  readonly name: string;
  readonly fullName: string;
  /** Whether it does what the widget needs of it. */
  readonly works: Works;
  /** What was last found to work; at first the browser's own. */
  sound: unknown;
}

/** Values to try with; were they written in place, the build would compute the result itself. */
const given = {
  ab: 'ab',
  upper: 'AB',
  list: 'a,b',
  spaced: ' a ',
  digit: '7',
  low: -1.2,
  high: 1.5,
};

type Works = (values: typeof given) => boolean;
type Trials = Readonly<Record<string, Works>>;

const anElement = () => new Option();
const root = () => document;

const arrays: Trials = {
  at: () => [1, 2].at(-1) === 2,
  every: () => [1].every((n) => n === 1) && ![1].every((n) => n === 2),
  fill: () => [0, 0].fill(3)[1] === 3,
  filter: () => `${[1, 2].filter((n) => n > 1)}` === '2',
  find: () => [1, 2].find((n) => n > 1) === 2 && [1].find((n) => n > 1) === undefined,
  findIndex: () => [1, 2].findIndex((n) => n > 1) === 1,
  flat: () => `${[[1], 2].flat().length}` === '2',
  flatMap: () => `${[1, 2].flatMap((n) => [n, [n]]).length}` === '4',
  forEach: () => {
    let sum = 0;
    [1, 2].forEach((n, index) => (sum += n + index));
    return sum === 4;
  },
  includes: () => [NaN].includes(NaN) && ![1].includes(2),
  indexOf: () => [1, 2].indexOf(2) === 1 && [1].indexOf(2) === -1,
  join: ({ ab, digit }) => [ab, digit].join('-') === 'ab-7',
  map: () => `${[1, 2].map((n, index) => n + index)}` === '1,3',
  pop: () => [1, 2].pop() === 2,
  push: () => {
    const list = [1];
    return list.push(2, 3) === 3 && list[2] === 3;
  },
  reduce: () => [1, 2].reduce((sum, n) => sum + n, 1) === 4,
  reverse: () => [1, 2].reverse()[0] === 2,
  slice: () => `${[1, 2, 3].slice(1, -1)}` === '2' && [1].slice().length === 1,
  some: () => [1].some((n) => n === 1) && ![1].some((n) => n === 2),
  sort: () => `${[2, 10, 1].sort((a, b) => a - b)}` === '1,2,10',
  unshift: () => {
    const list = [1];
    list.unshift(2);
    return list[0] === 2;
  },
};

const strings: Trials = {
  endsWith: ({ ab }) => ab.endsWith('b') && !ab.endsWith('a'),
  includes: ({ ab }) => ab.includes('a') && ab.includes('b') && !ab.includes('c'),
  indexOf: ({ ab }) => ab.indexOf('b') === 1 && ab.indexOf('c') === -1,
  localeCompare: ({ ab, list }) => list.localeCompare(ab) < 0 && ab.localeCompare(list) > 0,
  match: ({ ab }) => ab.match(/b/)?.[0] === 'b',
  padStart: ({ digit }) => digit.padStart(2, '0') === '07',
  replace: ({ ab, list }) =>
    ab.replace(/[ab]/g, '$&-') === 'a-b-' && list.replace('b', () => 'c') === 'a,c',
  slice: ({ list }) => list.slice(1, -1) === ',' && list.slice(2) === 'b',
  split: ({ ab, list }) => list.split(',').length + ab.split('').length === 4,
  startsWith: ({ ab }) => ab.startsWith('a') && !ab.startsWith('b'),
  toLowerCase: ({ upper }) => upper.toLowerCase() === 'ab',
  toUpperCase: ({ ab }) => ab.toUpperCase() === 'AB',
  trim: ({ spaced }) => spaced.trim() === 'a',
};

const objects: Trials = {
  assign: () => Object.assign({ a: 1 }, { b: 2 }, { c: 3 }).c === 3,
  create: () => Object.getPrototypeOf(Object.create(null)) === null,
  defineProperty: () => Object.defineProperty({ a: 1 }, 'a', { get: () => 2 }).a === 2,
  entries: () => `${Object.entries({ a: 1 })}` === 'a,1',
  fromEntries: () => Object.fromEntries([['a', 1]])['a'] === 1,
  getOwnPropertyDescriptor: () => Object.getOwnPropertyDescriptor({ a: 1 }, 'a')?.value === 1,
  getPrototypeOf: () => Object.getPrototypeOf([]) === Array.prototype,
  hasOwn: () => Object.hasOwn({ a: 1 }, 'a') && !Object.hasOwn({}, 'toString'),
  keys: () => `${Object.keys({ a: 1, b: 2 })}` === 'a,b',
  values: () => `${Object.values({ a: 1, b: 2 })}` === '1,2',
};

const maps: Trials = {
  clear: () => {
    const map = new Map([[1, 2]]);
    map.clear();
    return map.size === 0;
  },
  delete: () => new Map([[1, 2]]).delete(1),
  entries: () => new Map([[1, 2]]).entries().next().value?.[1] === 2,
  get: () => new Map([[1, 2]]).get(1) === 2 && new Map().get(1) === undefined,
  has: () => new Map([[1, 2]]).has(1) && !new Map().has(1),
  keys: () => new Map([[1, 2]]).keys().next().value === 1,
  set: () => new Map().set(1, 2).get(1) === 2,
  values: () => new Map([[1, 2]]).values().next().value === 2,
};

const sets: Trials = {
  add: () => new Set().add(1).has(1),
  clear: () => {
    const set = new Set([1]);
    set.clear();
    return set.size === 0;
  },
  delete: () => new Set([1]).delete(1),
  has: () => new Set([1]).has(1) && !new Set().has(1),
};

const queries: Trials = {
  get: () => new URLSearchParams({ a: 'b' }).get('a') === 'b',
  set: () => {
    const query = new URLSearchParams({ a: 'b' });
    query.set('a', 'c');
    return query.get('a') === 'c';
  },
  toString: () => `${new URLSearchParams({ a: 'b' })}` === 'a=b',
};

const weak: Trials = {
  get: () => new WeakMap([[arrays, 1]]).get(arrays) === 1,
  has: () => new WeakMap([[arrays, 1]]).has(arrays) && !new WeakMap().has(arrays),
  set: () => new WeakMap().set(arrays, 1).get(arrays) === 1,
};

const dates: Trials = {
  getDate: () => new Date(2026, 0, 2).getDate() === 2,
  getDay: () => new Date(2026, 0, 2).getDay() === 5,
  getFullYear: () => new Date(2026, 0, 2).getFullYear() === 2026,
  getMonth: () => new Date(2026, 1, 2).getMonth() === 1,
  getTime: () => new Date(86).getTime() === 86,
  setDate: () => new Date(2026, 0, 2).setDate(1) === +new Date(2026, 0, 1),
  setMonth: () => new Date(2026, 0, 2).setMonth(1) === +new Date(2026, 1, 2),
  setFullYear: () => new Date(2026, 0, 2).setFullYear(2027) === +new Date(2027, 0, 2),
  toISOString: () => new Date(0).toISOString() === '1970-01-01T00:00:00.000Z',
};

const numbers: Trials = {
  abs: ({ low }) => Math.abs(low) === 1.2,
  ceil: ({ low }) => Math.ceil(low) === -1,
  floor: ({ low }) => Math.floor(low) === -2,
  max: ({ low, high }) => Math.max(low, 3, high) === 3 && Math.max(low, 0, high) === 1.5,
  min: ({ low, high }) => Math.min(3, low, high) === -1.2 && Math.min(high, 3, low) === -1.2,
  round: ({ low, high }) => Math.round(high) === 2 && Math.round(low) === -1,
};

const formats = (format: () => string) => () => /2/.test(format());

const languages: Trials = {
  DateTimeFormat: () => {
    const format = new Intl.DateTimeFormat('en', { day: 'numeric', timeZone: 'UTC' });
    const { timeZone } = format.resolvedOptions();
    return timeZone === 'UTC' && format.formatToParts(864e5)[0]?.value === '2';
  },
  ListFormat: formats(() => new Intl.ListFormat('en').format(['1', '2'])),
  NumberFormat: formats(() => new Intl.NumberFormat('en').formatToParts(2)[0]?.value ?? ''),
  PluralRules: () => new Intl.PluralRules('en').select(1) === 'one',
};

const functions: Trials = {
  apply: ({ low }) => Math.max.apply(null, [low, 2]) === 2,
  bind: ({ list }) => (list.slice.bind(list, 1) as (end: number) => string)(2) === ',',
  call: () => [].slice.call([1, 2], 1).length === 1,
};

const nodes: Trials = {
  appendChild: () => anElement().appendChild(new Text()) instanceof Text,
  contains: () => {
    const parent = anElement();
    return parent.contains(parent) && !parent.contains(anElement());
  },
  getRootNode: () => new Text().getRootNode() instanceof Text,
  insertBefore: () => {
    const parent = anElement();
    const second = parent.insertBefore(new Text(), null);
    return parent.insertBefore(new Text(), second) === parent.firstChild;
  },
};

const elements: Trials = {
  append: () => {
    const parent = anElement();
    parent.append('a');
    return parent.firstChild instanceof Text;
  },
  closest: () => anElement().closest('option') !== null && anElement().closest('b') === null,
  getAttribute: () => anElement().getAttribute('lang') === null,
  getBoundingClientRect: () => anElement().getBoundingClientRect().width === 0,
  hasAttribute: () => !anElement().hasAttribute('lang'),
  matches: () => anElement().matches('option') && !anElement().matches('b'),
  querySelector: () => anElement().querySelector('b') === null,
  querySelectorAll: () => anElement().querySelectorAll('b').length === 0,
  remove: () => {
    const parent = anElement();
    const child = anElement();
    parent.append(child);
    child.remove();
    return child.parentNode === null;
  },
  removeAttribute: () => {
    const element = anElement();
    element.lang = 'en';
    element.removeAttribute('lang');
    return element.lang === '';
  },
  setAttribute: () => {
    const element = anElement();
    element.setAttribute('lang', 'en');
    element.setAttribute('a', 'b');
    return element.lang === 'en' && element.attributes.length === 2;
  },
  toggleAttribute: () => anElement().toggleAttribute('hidden'),
};

const documents: Trials = {
  createComment: () => root().createComment('a') instanceof Comment,
  createElement: () => root().createElement('p') instanceof HTMLElement,
  createTextNode: () => root().createTextNode('a') instanceof Text,
  createTreeWalker: () => root().createTreeWalker(anElement()).nextNode() === null,
  importNode: () => {
    const parent = anElement();
    parent.text = 'a';
    return root().importNode(parent, true).text === 'a';
  },
};

const targets: Trials = {
  addEventListener: () => {
    let count = 0;
    const element = anElement();
    element.addEventListener('x', () => (count += 1));
    element.dispatchEvent(new CustomEvent('x'));
    return count === 1;
  },
  dispatchEvent: () => anElement().dispatchEvent(new CustomEvent('x')),
  removeEventListener: () => {
    let count = 0;
    const element = anElement();
    const listener = () => (count += 1);
    element.addEventListener('x', listener);
    element.removeEventListener('x', listener);
    element.dispatchEvent(new CustomEvent('x'));
    return count === 0;
  },
};

const happenings: Trials = {
  composedPath: () => new CustomEvent('x').composedPath().length === 0,
  preventDefault: () => {
    const event = new CustomEvent('x', { cancelable: true });
    event.preventDefault();
    return event.defaultPrevented;
  },
};

const globals: Trials = {
  AbortController: () => {
    const controller = new AbortController();
    controller.abort();
    return controller.signal.aborted;
  },
  Array: ({ list }) => Array(list.length).length === 3,
  Date: () => new Date(0).getTime() === 0 && !Number.isNaN(Date.now()),
  Map: () => [...new Map([[1, 2]])][0]?.[1] === 2,
  MutationObserver: () => {
    new MutationObserver(() => undefined).disconnect();
    return true;
  },
  Number: ({ digit }) => Number(digit) === 7,
  Promise: () => Promise.resolve(1).then(() => 1) instanceof Promise,
  Proxy: () => new Proxy({ a: 1 }, { get: () => 2 }).a === 2,
  Set: () => [...new Set([1, 1])].length === 1,
  String: ({ high }) => String(high) === '1.5',
  URL: () => new URL('b?c=1', 'https://a.example').href === 'https://a.example/b?c=1',
  URLSearchParams: () => `${new URLSearchParams({ a: 'b' })}` === 'a=b',
  WeakMap: () => new WeakMap([[arrays, 1]]).get(arrays) === 1,
  WeakSet: () => new WeakSet([arrays]).has(arrays),
  clearTimeout: () => clearTimeout(setTimeout(() => undefined)) === undefined,
  encodeURIComponent: ({ list }) => encodeURIComponent(list) === 'a%2Cb',
  getComputedStyle: () => getComputedStyle(anElement()).getPropertyValue('--none') === '',
  matchMedia: () => typeof matchMedia('print').matches === 'boolean',
  parseFloat: ({ digit }) => parseFloat(`${digit}.5px`) === 7.5,
  parseInt: ({ digit }) => parseInt(`${digit}px`, 10) === 7,
  setTimeout: () => {
    const timer: unknown = setTimeout(() => undefined);
    return timer !== undefined;
  },
};

const promises: Trials = {
  all: () => Promise.all([1]) instanceof Promise,
  allSettled: () => Promise.allSettled([1]) instanceof Promise,
  race: () => Promise.race([1]) instanceof Promise,
  reject: () => {
    const rejected = Promise.reject(new Error());
    rejected.catch(() => undefined);
    return rejected instanceof Promise;
  },
  resolve: () => Promise.resolve(1) instanceof Promise,
};

const reactions: Trials = {
  catch: () => Promise.resolve().catch(() => undefined) instanceof Promise,
  then: () => Promise.resolve().then(() => undefined) instanceof Promise,
};

const patterns: Trials = {
  exec: ({ ab }) => /a(.)/.exec(ab)?.[1] === 'b',
  test: ({ ab }) => /b/.test(ab) && !/c/.test(ab),
};

const texts: Trials = {
  parse: () => JSON.parse('{"a":[1]}').a[0] === 1,
  stringify: () => JSON.stringify({ a: ['b', undefined] }) === '{"a":["b",null]}',
};

const moments: Trials = {
  UTC: ({ digit }) => Date.UTC(1970, 0, +digit) === 6 * 864e5,
  now: () => Date.now() > 0,
  parse: () => +Date.parse('1970-01-02T00:00:00Z') === 864e5,
};

const builtins: Builtin[] = [];

function watch(fullName: string, owner: object, trials: Trials): void {
  for (const [name, works] of Object.entries(trials)) {
    const current: unknown = Reflect.get(owner, name);
    const isOwn =
      typeof current === 'function' &&
      /\[native code\]/.test(Function.prototype.toString.call(current));
    const sound = isOwn ? current : undefined;
    builtins.push({ owner, name, fullName: fullName + name, works, sound });
  }
}

// A server has no document, and nothing to watch.
if (globalThis.document) {
  watch('', globalThis, globals);
  watch('Array.prototype.', Array.prototype, arrays);
  watch('Array.', Array, { isArray: () => Array.isArray([]) && !Array.isArray({}) });
  watch('Date.', Date, moments);
  watch('Date.prototype.', Date.prototype, dates);
  watch('Document.prototype.', Document.prototype, documents);
  watch('Element.prototype.', Element.prototype, elements);
  watch('Event.prototype.', Object.getPrototypeOf(CustomEvent.prototype), happenings);
  watch('EventTarget.prototype.', EventTarget.prototype, targets);
  watch('Function.prototype.', Function.prototype, functions);
  watch('Intl.', Intl, languages);
  watch('JSON.', JSON, texts);
  watch('Map.prototype.', Map.prototype, maps);
  watch('Math.', Math, numbers);
  watch('Node.prototype.', Node.prototype, nodes);
  watch('Number.', Number, { isNaN: ({ ab, high }) => Number.isNaN(+ab) && !Number.isNaN(high) });
  watch('Object.', Object, objects);
  watch('Promise.', Promise, promises);
  watch('Promise.prototype.', Promise.prototype, reactions);
  watch('RegExp.prototype.', RegExp.prototype, patterns);
  watch('Set.prototype.', Set.prototype, sets);
  watch('String.prototype.', String.prototype, strings);
  watch('URLSearchParams.prototype.', URLSearchParams.prototype, queries);
  watch('WeakMap.prototype.', WeakMap.prototype, weak);
}

let stops: readonly (() => void)[] = [];
let hasStopped = false;

/** Calls `stop` once something that the widget uses is found to be wrong, until it is called off. */
export function whenBroken(stop: () => void): () => void {
  stops = [...stops, stop];
  return () => {
    stops = stops.filter((other) => other !== stop);
  };
}

/**
 * Whether everything that the widget uses works. Only plain syntax is used here, which no script can
 * replace.
 */
export function isIntact(): boolean {
  for (let index = 0; index < builtins.length && !hasStopped; index += 1) {
    const builtin = builtins[index] as Builtin;
    const current = currentOf(builtin);
    if (current === builtin.sound) continue;
    if (isSound(builtin)) builtin.sound = current;
    else stopAll(builtin.fullName);
  }
  return !hasStopped;
}

function currentOf({ owner, name }: Builtin): unknown {
  return (owner as Record<string, unknown>)[name];
}

function isSound({ works }: Builtin): boolean {
  try {
    return works(given);
  } catch {
    return false;
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

/** A builtin that a script of the page replaces, and the source of what an old polyfill puts there. */
export interface Builtin {
  readonly path: string;
  readonly old: string;
}

/** Works as the browser's own, with only so many of its parameters. */
const withFirst = (count: number) => (own: string) =>
  `function (...given) { return ${own}.apply(this, given.slice(0, ${count})); }`;

const few = withFirst(1);
const none = withFirst(0);

/** By owner: each method, and what an old one ignores or gets wrong. */
const methods: Readonly<
  Record<string, Readonly<Record<string, string | ((own: string) => string)>>>
> = {
  'Array.prototype': {
    at: 'function (index) { return this[index]; }',
    concat: few,
    entries: 'function () { return this.slice(); }',
    every: few,
    fill: 'function () { return this; }',
    filter: few,
    find: 'function (test) { for (const one of this) if (test(one)) return one; return null; }',
    findIndex: few,
    flat: 'function () { return this; }',
    flatMap: 'function (make) { return this.map(make); }',
    forEach: 'function (act) { for (const one of this) act(one); }',
    includes: 'function (one) { return this.indexOf(one) > 0; }',
    indexOf: few,
    join: 'function () { return this.toString(); }',
    keys: 'function () { return Object.keys(this); }',
    map: 'function (make) { const made = []; for (const one of this) made[made.length] = make(one); return made; }',
    pop: few,
    push: 'function (one) { this[this.length] = one; return this.length; }',
    reduce:
      'function (add) { let sum = this[0]; for (let i = 1; i < this.length; i += 1) sum = add(sum, this[i]); return sum; }',
    reverse: few,
    slice: few,
    some: few,
    sort: none,
    unshift: few,
    values: 'function () { return this.slice(); }',
  },
  'String.prototype': {
    endsWith: 'function (end) { return this.indexOf(end) > -1; }',
    includes: 'function (text) { return this.indexOf(text) > 0; }',
    indexOf: few,
    localeCompare: 'function (other) { return this == other ? 0 : this < other ? -1 : 1; }',
    match: few,
    padStart: 'function () { return String(this); }',
    replace: 'function (found, other) { return this.split(found).join(other); }',
    slice: few,
    split: few,
    startsWith: 'function (start) { return this.indexOf(start) > -1; }',
    toLowerCase: few,
    trim: 'function () { return String(this).replace(/^ +/, ""); }',
  },
  Object: {
    assign:
      'function (target, source) { for (const key in source) target[key] = source[key]; return target; }',
    defineProperty: 'function (target, key, { value }) { target[key] = value; return target; }',
    entries: 'function (target) { return Object.keys(target); }',
    fromEntries: 'function () { return {}; }',
    getPrototypeOf: 'function (target) { return target.__proto__; }',
    hasOwn: 'function (target, key) { return key in target; }',
    keys: few,
    values: few,
  },
  Array: {
    from: 'function (list) { return Array.prototype.slice.call(list); }',
    isArray: 'function (list) { return typeof list === "object"; }',
  },
  JSON: {
    parse: 'function (text) { return (0, eval)("(" + text + ")"); }',
    stringify: 'function (value) { return "[object]" + value; }',
  },
  'Map.prototype': { get: few, set: 'function () { }', has: few, delete: few, forEach: few },
  'Set.prototype': { add: 'function () { }', has: few, delete: few },
  'WeakMap.prototype': { get: few, set: 'function () { }', has: few },
  Math: { floor: few, max: withFirst(2), min: withFirst(2), round: 'function (n) { return ~~n; }' },
  Number: { isNaN: 'function (value) { return isNaN(value); }' },
  'Number.prototype': { toFixed: few, toString: few },
  'Date.prototype': {
    getDay: 'function () { return this.getDate() % 7; }',
    getTime: few,
    setDate: 'function () { return this; }',
    toISOString: 'function () { return String(this); }',
  },
  Date: {
    now: few,
    parse: 'function (text) { const date = new Date(text); return isNaN(date) ? null : date; }',
    UTC: 'function (...given) { return +new Date(...given); }',
  },
  Intl: {
    DateTimeFormat: 'class { format(date) { return String(date); } }',
    NumberFormat: 'class { format(number) { return String(number); } }',
    PluralRules: 'class { select() { return "other"; } }',
  },
  'Function.prototype': { apply: few, bind: few, call: withFirst(4) },
  'RegExp.prototype': { exec: few, test: few },
  'Promise.prototype': { then: few, catch: few, finally: few },
  Promise: { all: few, allSettled: few, race: few, resolve: few },
  'Node.prototype': {
    appendChild: few,
    contains: few,
    insertBefore: 'function (node) { return this.appendChild(node); }',
    removeChild: few,
  },
  'Element.prototype': {
    append: few,
    closest: few,
    getAttribute:
      'function (name) { const own = this.attributes[name]; return own ? own.value : ""; }',
    hasAttribute: few,
    matches: few,
    querySelector: few,
    querySelectorAll: 'function () { return []; }',
    remove: few,
    removeAttribute: few,
    setAttribute: 'function (name, value) { this[name] = value; }',
    toggleAttribute: 'function () { }',
    getBoundingClientRect: few,
  },
  'Document.prototype': {
    createComment: few,
    createElement: few,
    createTreeWalker: few,
    importNode: few,
  },
  'EventTarget.prototype': {
    addEventListener: withFirst(2),
    dispatchEvent: few,
    removeEventListener: few,
  },
  'Event.prototype': { composedPath: 'function () { return [this.target]; }', preventDefault: few },
  'Storage.prototype': { getItem: few, setItem: few },
  'History.prototype': { pushState: few, replaceState: few },
  'Response.prototype': { json: few, text: few },
  'Headers.prototype': { get: few, has: few },
  'CSSStyleSheet.prototype': { replaceSync: few },
  'URLSearchParams.prototype': { get: few, set: few, toString: few },
};

/** Classes and functions of the window. */
const globals: Readonly<Record<string, string>> = {
  AbortController: 'class { signal = {}; abort() {} }',
  BroadcastChannel: 'class { postMessage() {} }',
  Event: 'function () {}',
  Map: 'class { all = {}; get(key) { return this.all[key]; } set(key, value) { this.all[key] = value; return this; } has(key) { return key in this.all; } delete(key) { return delete this.all[key]; } }',
  MutationObserver: 'class { observe() {} }',
  Promise: 'class { then() { return this; } }',
  Proxy: 'class { }',
  Set: 'class { all = []; add(one) { this.all.push(one); return this; } has(one) { return this.all.includes(one); } }',
  URL: 'class { constructor(href) { this.href = href; } }',
  URLSearchParams: 'class { get() { return null; } }',
  WeakMap: 'class { get() {} set() { return this; } has() { return false; } }',
  fetch:
    'function (url) { return new Promise((resolve, reject) => { const request = new XMLHttpRequest(); request.open("GET", url); request.onload = () => resolve({ ok: true, status: 200, headers: new Headers(), text: () => Promise.resolve(request.responseText) }); request.onerror = reject; request.send(); }); }',
  getComputedStyle: 'function (element) { return element.style; }',
  matchMedia: 'function () { return { matches: false }; }',
  queueMicrotask: 'function (act) { setTimeout(act); }',
  requestAnimationFrame: 'function (act) { return setTimeout(act, 16); }',
  setTimeout: 'function (act) { act(); return 0; }',
  clearTimeout: 'function () {}',
  structuredClone: 'function (value) { return JSON.parse(JSON.stringify(value)); }',
};

export const builtins: readonly Builtin[] = [
  ...Object.entries(methods).flatMap(([owner, own]) =>
    Object.entries(own).map(([name, old]) => ({
      path: `${owner}.${name}`,
      old: typeof old === 'string' ? old : old('own'),
    })),
  ),
  ...Object.entries(globals).map(([name, old]) => ({ path: `window.${name}`, old })),
];

export const kinds = ['throws', 'undefined', 'old'] as const;
export type Kind = (typeof kinds)[number];

/** The script of a page that replaces a builtin. */
export function replacing({ path, old }: Builtin, kind: Kind): string {
  const other = {
    throws: 'function () { throw new Error("replaced by the page"); }',
    undefined: 'function () {}',
    old,
  }[kind];
  return `{ const own = ${path}; ${path} = ${other}; void own; }`;
}

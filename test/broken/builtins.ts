/** A builtin that a script of the page replaces, and the source of what an old polyfill puts there. */
export interface Builtin {
  readonly path: string;
  readonly old: string;
}

/** Works as the browser's own, with only so many of its parameters. */
const few = (own: string) => `function (given) { return ${own}.call(this, given); }`;

/** What the widget tries, by owner: each method, and what an old one ignores or gets wrong. */
const methods: Readonly<
  Record<string, Readonly<Record<string, string | ((own: string) => string)>>>
> = {
  'Array.prototype': {
    at: 'function (index) { return this[index]; }',
    every: few,
    filter: few,
    find: 'function (test) { for (const one of this) if (test(one)) return one; return null; }',
    findIndex: few,
    map: 'function (make) { const made = []; for (const one of this) made[made.length] = make(one); return made; }',
    reduce:
      'function (add) { let sum = this[0]; for (let i = 1; i < this.length; i += 1) sum = add(sum, this[i]); return sum; }',
    reverse: few,
    some: few,
  },
  'String.prototype': {
    endsWith: 'function (end) { return this.indexOf(end) > -1; }',
    includes: 'function (text) { return this.indexOf(text) > 0; }',
    match: few,
    replace: 'function (found, other) { return this.split(found).join(other); }',
    split: few,
    startsWith: 'function (start) { return this.indexOf(start) > -1; }',
    trim: 'function () { return String(this).replace(/^ +/, ""); }',
  },
  Object: { keys: few, values: few },
  Date: {
    parse: 'function (text) { const date = new Date(text); return isNaN(date) ? null : date; }',
  },
  Intl: {
    DateTimeFormat: 'class { format(date) { return String(date); } }',
    NumberFormat: 'class { format(number) { return String(number); } }',
    PluralRules: 'class { select() { return "other"; } }',
  },
  'Date.prototype': { toISOString: 'function () { return String(this); }' },
  'Function.prototype': { bind: few },
  Math: { round: 'function (n) { return ~~n; }' },
  'RegExp.prototype': { exec: few, test: few },
};

/** Classes and functions of the window. */
const globals: Readonly<Record<string, string>> = {
  Map: 'class { all = {}; get(key) { return this.all[key]; } set(key, value) { this.all[key] = value; return this; } has(key) { return key in this.all; } delete(key) { return delete this.all[key]; } }',
  Promise: 'class { then() { return this; } }',
  Set: 'class { all = []; add(one) { this.all.push(one); return this; } has(one) { return this.all.includes(one); } }',
  WeakMap: 'class { get() {} set() { return this; } has() { return false; } }',
  Date: 'function (...given) { return given; }',
  parseFloat: 'function (text) { return +text; }',
  parseInt: 'function (text) { return +text; }',
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

/** The script of a page that replaces a builtin. */
export function replacing({ path, old }: Builtin): string {
  return `{ const own = ${path}; ${path} = ${old}; void own; }`;
}

import type { Host } from './host.ts';
import { headWith } from './npm-libraries.ts';

const running = (name: string, script: string, more: Partial<Host> = {}): Host => ({
  name,
  head: `<script>${script}</script>`,
  ...more,
});

/** A `fetch` polyfill over XMLHttpRequest, without streams and with a cache-busting parameter. */
const XHR_FETCH = `window.fetch = (input, init = {}) => new Promise((resolve, reject) => {
  const xhr = new XMLHttpRequest();
  const url = String(input.url || input);
  xhr.open(init.method || 'GET', init.cache === 'no-cache' ? url + (url.includes('?') ? '&' : '?') + '_=' + 1700000000000 : url);
  for (const [name, value] of Object.entries(init.headers || {})) xhr.setRequestHeader(name, value);
  xhr.onerror = () => reject(new TypeError('Network request failed'));
  if (init.signal) init.signal.addEventListener('abort', () => { xhr.abort(); reject(new DOMException('', 'AbortError')); });
  xhr.onload = () => resolve(new Response(xhr.responseText, {
    status: xhr.status,
    headers: xhr.getAllResponseHeaders().trim().split(/\\r\\n/).map((line) => line.split(/: (.*)/).slice(0, 2)),
  }));
  xhr.send(init.body);
});`;

const adding = (headers: object) =>
  `const own = window.fetch; window.fetch = (input, init = {}) => own(input, { ...init, headers: { ...init.headers, ...${JSON.stringify(headers)} } });`;

/** Scripts of a page that change built-in objects or the browser. */
export const libraries: readonly Host[] = [
  running(
    'Prototype: Array.from maps nothing',
    'Array.from = (list) => Array.prototype.slice.call(list);',
  ),
  running(
    'Prototype: lists write their own JSON',
    "Array.prototype.toJSON = function () { return '[' + this.join() + ']'; }; String.prototype.toJSON = function () { return '\"' + this + '\"'; };",
  ),
  running(
    'Prototype: elements have methods',
    "for (const name of ['show', 'hide', 'toggle', 'update', 'select', 'wrap', 'clone', 'insert']) HTMLElement.prototype[name] = function () { throw new Error(name); };",
  ),
  running(
    'Prototype: entries are lists',
    'Array.prototype.entries = function () { return this.slice(); };',
  ),
  running('MooTools: another Event', 'window.Event = function () {};'),
  running(
    'MooTools: bind takes a list',
    'Object.defineProperty(Function.prototype, "bind", { writable: true, value: Function.prototype.bind });',
  ),
  running('Sugar: everything has once', 'Object.prototype.once = function () { return this; };'),
  running(
    'lists and objects have what others gave them',
    'Array.prototype.last = function () { return this[this.length - 1]; }; Object.prototype.extend = function () {};',
  ),
  running(
    'clicks are prevented outside of buttons',
    "document.addEventListener('click', (event) => { if (event.target.localName !== 'button') event.preventDefault(); }, true);",
  ),
  running(
    'keys are stopped',
    "document.addEventListener('keydown', (event) => event.stopPropagation(), true);",
  ),
  running(
    'a replaceAll that takes patterns',
    "String.prototype.replaceAll = function (found, other) { return this.replace(new RegExp(found, 'g'), other); };",
  ),
  running(
    'Date.js: another Date.parse',
    'Date.parse = (text) => { const date = new Date(text); return isNaN(date) ? null : date; };',
  ),
  running(
    'listeners that can only be functions',
    `const add = EventTarget.prototype.addEventListener;
    EventTarget.prototype.addEventListener = function (type, listener, options) {
      return add.call(this, type, function (event) { return listener.call(this, event); }, options);
    };`,
  ),
  running('ShadyDOM in place of shadow roots', 'window.ShadyDOM = { force: true, inUse: true };', {
    says: /cannot start on this page: a polyfill \(ShadyDOM\)/,
  }),
  running('no requestIdleCallback', 'window.requestIdleCallback = undefined;'),
  running('fetch is a polyfill', XHR_FETCH),
  running('fetch adds X-Requested-With', adding({ 'X-Requested-With': 'XMLHttpRequest' })),
  running('fetch adds a token', adding({ 'X-CSRF-Token': 'abc' })),
  running(
    'fetch is traced',
    adding({
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      'sentry-trace': 'a-b-1',
      baggage: 'a=b',
    }),
  ),
  running(
    'fetch adds credentials',
    "const own = window.fetch; window.fetch = (input, init) => own(input, { ...init, credentials: 'include' });",
    { says: /cannot reach its proxy/ },
  ),
  running('fetch throws', "window.fetch = () => { throw new Error('no'); };", {
    says: /cannot reach its proxy/,
  }),
  running('no console', 'window.console = { warn() {}, log() {}, error() {} };'),
  running(
    'elements are defined through a wrapper',
    'const own = customElements.define; customElements.define = function (...args) { return own.apply(this, args); };',
  ),
  running(
    'promises are another class',
    'const Own = Promise; window.Promise = class extends Own {};',
  ),
  running(
    'no sessionStorage',
    "Object.defineProperty(window, 'sessionStorage', { get() { throw new DOMException('denied', 'SecurityError'); } });",
  ),
  running(
    'Intl is a polyfill of half of it',
    'Intl.DateTimeFormat = class { format() { return ""; } }; Intl.PluralRules = undefined;',
    { says: /has stopped: .* Intl\./ },
  ),
  {
    name: 'Intl.js, which knows no time zones',
    head: headWith(
      ['intl/dist/Intl.min.js', 'intl/locale-data/jsonp/en.js'],
      'Intl.DateTimeFormat = IntlPolyfill.DateTimeFormat; Intl.NumberFormat = IntlPolyfill.NumberFormat;',
    ),
    says: /has stopped: .* Intl\.DateTimeFormat/,
  },
  running('no BroadcastChannel', 'delete window.BroadcastChannel;'),
];

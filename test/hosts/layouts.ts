import type { Host } from './host.ts';

const around = (name: string, style: string, more: Partial<Host> = {}): Host => ({
  name,
  body: `<div style="${style}">WIDGET</div>`,
  ...more,
});

/** Places in a page's layout for the widget. */
export const layouts: readonly Host[] = [
  around(
    'a centred column of a flex box',
    'display: flex; flex-direction: column; align-items: center',
  ),
  around('a centred row of a flex box', 'display: flex; justify-content: center'),
  around('a row beside a menu', 'display: flex; gap: 20px'),
  around('a grid that fits its content', 'display: grid; justify-content: center'),
  around('an inline block', 'display: inline-block'),
  around('a float', 'float: left'),
  around('fit-content', 'width: fit-content; margin: auto'),
  around('an absolute box', 'position: absolute; top: 40px; left: 0'),
  { name: 'a table cell', body: '<table><tr><td>Menu</td><td>WIDGET</td></tr></table>' },
  { name: 'a native dialog', body: '<dialog open>WIDGET</dialog>' },
  { name: 'an open details', body: '<details open><summary>Book</summary>WIDGET</details>' },
  around('columns', 'columns: 2', { width: 1400 }),
  around('a box that is scaled', 'transform: scale(0.9); transform-origin: 0 0'),
  around('a box that is zoomed', 'zoom: 1.25'),
  around('a box that scrolls', 'height: 600px; overflow: auto'),
  around('a box with padding at 320 px', 'padding: 0 8px', { width: 320 }),
  around('a grid of two columns at 320 px', 'display: grid; grid-template-columns: 1fr', {
    width: 320,
  }),
  {
    name: 'a sticky header and a fixed footer',
    head: '<style>body { --booking-inset-top: 80px; --booking-inset-bottom: 60px } header { position: sticky; top: 0; height: 80px; background: #eee; z-index: 9 } footer { position: fixed; bottom: 0; left: 0; right: 0; height: 60px; background: #eee; z-index: 9 }</style>',
    body: '<header>Shop</header><div style="height: 300px"></div>WIDGET<div style="height: 900px"></div><footer>Cookies</footer>',
  },
  { name: 'a page from right to left', attributes: 'dir="rtl" lang="ar"' },
  {
    name: 'a form of the page',
    body: '<form action="/elsewhere"><input name="q">WIDGET<button>Send</button></form>',
  },
];

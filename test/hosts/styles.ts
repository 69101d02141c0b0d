import type { Host } from './host.ts';

const styled = (name: string, css: string, more: Partial<Host> = {}): Host => ({
  name,
  head: `<style>${css}</style>`,
  hasSameBoxes: true,
  ...more,
});

/** Styles of a page that apply to all of its elements. */
export const styles: readonly Host[] = [
  styled('a reset of everything', '* { all: unset }', { hasSameBoxes: false }),
  styled(
    'a reset as Bootstrap has one',
    '*, ::before, ::after { box-sizing: border-box } body { margin: 0; line-height: 1.5 } button, input, select { margin: 0; font: inherit } a { color: #0d6efd } h1, h2, h3 { margin: 0 0 .5rem; font-weight: 500 }',
    { hasSameBoxes: false },
  ),
  styled(
    'a reset as Tailwind has one',
    '*, ::before, ::after { box-sizing: border-box; border: 0 solid; margin: 0; padding: 0 } img, svg { display: block } button { background: none; font: inherit } ol, ul { list-style: none }',
    { hasSameBoxes: false },
  ),
  styled('buttons that are hidden', 'button, input, label { display: none !important }'),
  styled(
    'buttons in capitals and colours',
    'button { text-transform: uppercase !important; background: hotpink !important; padding: 40px !important }',
  ),
  styled(
    'inherited letters',
    'body { letter-spacing: 6px; word-spacing: 20px; text-transform: uppercase; text-indent: 40px; white-space: nowrap; line-height: 0 }',
  ),
  styled(
    'inherited colours',
    'body { color: transparent; -webkit-text-fill-color: red; text-shadow: 0 0 9px red; -webkit-text-stroke: 3px red }',
  ),
  styled(
    'inherited alignment',
    'body { text-align: center; vertical-align: super; hyphens: auto; quotes: none; cursor: none; font-variant: small-caps }',
  ),
  styled('small roots', 'html { font-size: 62.5% } body { font-size: 16px }'),
  styled(
    'a tag of no size',
    'booking-widget { display: none !important } booking-widget { width: 100% }',
    { hasSameBoxes: false },
  ),
  styled('an inline tag', 'booking-widget { display: inline !important; float: none }'),
  styled('a page without a font size', 'main { font-size: 0 }', {
    body: '<main>WIDGET</main>',
    hasSameBoxes: false,
  }),
  styled('a dark page', 'body { background: #111; color: #eee }'),
  styled('a dark page that says so', ':root { color-scheme: dark }'),
  styled('a picture as a background', 'body { background: url(data:,) #000; color: #fff }'),
  styled(
    'transitions on everything',
    '* { transition: all 2s !important; animation: none !important }',
  ),
];

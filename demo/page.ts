import { languageName, languages } from './workbench/languages.ts';

/** The demo shop: a reseller's page, with a switch for language and look. */
const element = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;

element('language').append(...languages.map((tag) => new Option(languageName(tag), tag)));
element<HTMLSelectElement>('language').addEventListener('change', ({ target }) => {
  const lang = (target as HTMLSelectElement).value;
  document.querySelector('booking-widget')?.setAttribute('lang', lang);
});

element<HTMLSelectElement>('scheme').addEventListener('change', ({ target }) => {
  document.documentElement.style.colorScheme = (target as HTMLSelectElement).value;
});

element('copy').addEventListener('click', () => {
  const report = (text: string) => (element('copied').textContent = text);
  navigator.clipboard.writeText(element('tag').textContent ?? '').then(
    () => report('Copied.'),
    () => report('Select the lines above and copy them.'),
  );
});

// Without a server, the widget needs its `fetch` before its first request.
if (import.meta.env.MODE === 'preview') {
  const { openShopInPage } = await import('./in-page.ts');
  const proxy = element('tag').dataset['proxy'] ?? '';
  const shop = openShopInPage(proxy, new URL('.', location.href).href.replace(/\/$/, ''));
  Object.assign(document.querySelector('booking-widget') as HTMLElement, shop.widget);
  document.head.append(Object.assign(document.createElement('script'), { src: shop.script }));
}

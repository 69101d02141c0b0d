/** The knobs of the demo page: what a vendor tries before sending the tag to a reseller. */
const element = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;

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

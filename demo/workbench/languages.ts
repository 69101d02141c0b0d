/** The widget's languages. The build fills them in from the message files. */
declare const __LANGUAGES__: readonly string[];
export const languages = __LANGUAGES__;

const VARIANT = '-x-';

/** A language's name in that language: `Deutsch`, or `Deutsch (informal)` for `de-x-informal`. */
export function languageName(tag: string): string {
  const [language = '', variant] = tag.split(VARIANT);
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language;
  const begun = name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
  return variant ? `${begun} (${variant})` : begun;
}

/**
 * A site's own text in the customer's language, or else in the site's; undefined if it has neither.
 * @param texts by language (ISO 639-1)
 * @param locale the site's, such as `de-x-informal`
 */
export function ownText(
  texts: Readonly<Record<string, string>> | undefined,
  language: string,
  locale = '',
): string | undefined {
  const [siteLanguage = ''] = locale.split('-');
  return texts?.[language] ?? texts?.[siteLanguage];
}

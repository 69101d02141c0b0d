import type { Config } from '../config.ts';
import { ConfigError } from '../config-error.ts';
import type { Assets } from './widget.ts';

/** Part of the script, so that it has no file. */
const BUILT_IN = 'en';

/**
 * Nothing is known of the languages where the widget is not built.
 * @throws {ConfigError} for a site whose language the widget does not have
 */
export function checkLanguages({ sites, SITES_FILE }: Config, assets: Assets): void {
  const files = Object.keys(assets).flatMap(
    (name) => /^messages\/(.+)\.json$/.exec(name)?.[1] ?? [],
  );
  if (files.length === 0) return;
  const languages = [...files, BUILT_IN].sort();
  for (const { key, locale } of sites) {
    if (languages.includes(locale)) continue;
    const where =
      SITES_FILE === undefined ? 'LOCALE is wrong' : `SITES_FILE is wrong: ${key}: locale`;
    throw new ConfigError(
      `${where}: there is no language ${locale}; set it to one of ${languages.join(', ')}`,
    );
  }
}

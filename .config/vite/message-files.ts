import { readdirSync, readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const FOLDER = 'src/messages';

/** Every language but English is a file beside the script. */
export function messageFiles(): Plugin {
  return {
    name: 'message-files',
    generateBundle() {
      for (const lang of translations()) {
        const source = JSON.stringify(readMessages(lang));
        this.emitFile({ type: 'asset', fileName: `messages/${lang}.json`, source });
      }
    },
  };
}

/** Every language that the widget speaks, English first. */
export function languages(): string[] {
  return ['en', ...translations()];
}

function translations(): string[] {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));
  return files.map((name) => name.replace('.json', '')).sort();
}

interface Messages {
  problems: Record<string, string>;
}

/**
 * The file of a variant such as `de-x-informal` has only the texts that differ from its language.
 */
export function readMessages(lang: string): Messages {
  const messages = JSON.parse(readFileSync(`${FOLDER}/${lang}.json`, 'utf8')) as Messages;
  const [language = '', variant] = lang.split('-x-');
  if (!variant) return messages;
  const { problems, ...others } = readMessages(language);
  return { ...others, ...messages, problems: { ...problems, ...messages.problems } };
}

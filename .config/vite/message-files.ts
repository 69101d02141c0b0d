import { readdirSync, readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** Every language but English is a file beside the script. */
export function messageFiles(): Plugin {
  return {
    name: 'message-files',
    generateBundle() {
      for (const file of readdirSync('src/messages').filter((name) => name.endsWith('.json'))) {
        const source = JSON.stringify(JSON.parse(readFileSync(`src/messages/${file}`, 'utf8')));
        this.emitFile({ type: 'asset', fileName: `messages/${file}`, source });
      }
    },
  };
}

import { Task } from '@lit/task';
import type { ReactiveControllerHost } from 'lit';
import type { BookingClient } from '../../client/booking-client.ts';
import type { Messages } from '../../messages/en.ts';
import { english, Words } from '../../messages/words.ts';
import { ownDocument } from '../../page/unshadowed.ts';
import { isPending, taskFailure } from '../../state/booking-data.ts';

/** Loads the texts of the widget's language, or else of the page's. */
export class Texts {
  readonly #task;

  constructor(
    host: ReactiveControllerHost & { readonly lang: string },
    library: () => BookingClient,
  ) {
    this.#task = new Task(host, {
      args: () => [library(), languageOf(host.lang)] as const,
      task: async ([client, lang], { signal }) =>
        lang === 'en'
          ? english
          : new Words(lang.slice(0, 2), (await client.messages(lang, signal)) as Messages),
    });
  }

  /** English if the language cannot be loaded. */
  get words(): Words {
    return this.#task.value ?? english;
  }

  /** Whether there are none yet. */
  get isLoading(): boolean {
    return isPending(this.#task) && !this.#task.value;
  }

  retryFailed(): void {
    if (taskFailure(this.#task)) void this.#task.run();
  }
}

function languageOf(lang: string): string {
  const tag = (lang || ownDocument.documentElement.lang || 'en').toLowerCase();
  return /^de\b.*-x-informal$/.test(tag) ? 'de-x-informal' : tag.slice(0, 2);
}

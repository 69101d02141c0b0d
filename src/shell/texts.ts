import { Task } from '@lit/task';
import type { LitElement, ReactiveController } from 'lit';
import type { BookingClient } from '../client/booking-client.ts';
import { failureOf } from '../client/request-error.ts';
import { problemCodeOf } from '../domain/failure.ts';
import type { Messages } from '../messages/en.ts';
import { english, Words } from '../messages/words.ts';
import { languageAround, messagesFor } from '../page/language.ts';
import { parentOf } from '../page/parent-of.ts';
import { adviceOnLanguage } from '../page/setup-advice.ts';
import { tellReseller } from '../page/tell-reseller.ts';
import { isPending, taskFailure } from '../state/booking-data.ts';

interface TextsSource {
  readonly library: BookingClient;
  /** The site's language; undefined while it is awaited. */
  readonly locale: string | undefined;
}

/** Loads the texts of the widget's language: the tag's, or else the page's, or else the site's. */
export class Texts implements ReactiveController {
  readonly #host: LitElement;
  readonly #task;
  /** Apps and translators change the language of the page. */
  readonly #observer = new MutationObserver(() => this.#host.requestUpdate());

  constructor(host: LitElement, source: () => TextsSource) {
    this.#host = host;
    host.addController(this);
    this.#task = new Task(host, {
      args: () => {
        const { library, locale } = source();
        return [library, host.lang || languageAround(host) || locale] as const;
      },
      task: ([client, lang], { signal }) =>
        lang === undefined ? waiting() : this.#load(client, lang, signal),
    });
  }

  hostConnected(): void {
    for (let at = parentOf(this.#host); at; at = parentOf(at)) {
      this.#observer.observe(at, { attributeFilter: ['lang'] });
    }
    this.#host.requestUpdate();
  }

  hostDisconnected(): void {
    this.#observer.disconnect();
  }

  async #load(client: BookingClient, lang: string, signal: AbortSignal): Promise<Words> {
    const name = messagesFor(lang);
    if (name === 'en') return english;
    try {
      return new Words(name.slice(0, 2), (await client.messages(name, signal)) as Messages);
    } catch (error) {
      const isUnknown = problemCodeOf(failureOf(error)) === 'not-found';
      if (isUnknown) tellReseller(...adviceOnLanguage(lang));
      throw error;
    }
  }

  /** English if the language cannot be loaded. */
  get words(): Words {
    return this.#task.value ?? english;
  }

  /** Whether no texts have been loaded yet. */
  get isLoading(): boolean {
    return isPending(this.#task) && !this.#task.value;
  }

  retryFailed(): void {
    if (taskFailure(this.#task)) void this.#task.run();
  }
}

/** Keeps the task pending until the language is known. */
function waiting(): Promise<never> {
  return new Promise(() => undefined);
}

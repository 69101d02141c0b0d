import { Task } from '@lit/task';
import type { ReactiveControllerHost } from 'lit';
import type { Nearest } from '#contract/event.schema';
import { MAX_OFFERS } from '#contract/limits';
import type { BookingClient } from '../client/booking-client.ts';
import { get } from '../client/exchange.ts';
import type { ListOffer } from '../domain/list-filter.ts';
import type { ListWords } from '../messages/words.ts';
import { type BookingData, isPending, taskFailure } from '../state/booking-data.ts';

/** Asks the proxy what there is instead, when the list is empty. */
export class NearestOffers {
  readonly #task;

  constructor(
    host: ReactiveControllerHost,
    data: Pick<BookingData, 'emptyQuery'>,
    client: () => BookingClient,
  ) {
    this.#task = new Task(host, {
      args: () => {
        const query = data.emptyQuery;
        return [client(), query && client().exchange.urls.nearest(query)] as const;
      },
      task: async ([{ exchange }, url], { signal }) =>
        url ? exchange.send<Nearest>(get(url, signal)) : undefined,
    });
  }

  /** None while they load, and if they cannot be loaded: the list says all the same that it is empty. */
  offersIn(words: ListWords): ListOffer[] {
    const { value } = this.#task;
    if (!value || isPending(this.#task) || taskFailure(this.#task)) return [];
    const [first, ...others] = value.days.map((day) => ({
      label: words.dayAndMonth(day),
      change: { day },
    }));
    const { participants } = value;
    const party = participants !== null && {
      label: words.say('forParty', { count: participants }),
      change: { participants },
    };
    const matches = value.matches.map((match) => ({ label: match, change: { match } }));
    return [first, party, ...others, ...matches].filter((offer) => !!offer).slice(0, MAX_OFFERS);
  }
}

import type { ReactiveControllerHost } from 'lit';
import { structuredData } from '../domain/structured-data.ts';
import { DataScript } from '../page/data-script.ts';
import type { BookingController } from '../state/booking-controller.ts';

/** Describes the listed events, or the open event, for search engines. */
export class SearchData {
  readonly #script: DataScript;

  constructor(host: ReactiveControllerHost) {
    this.#script = new DataScript(host);
  }

  describe({ step: { name }, data }: BookingController): void {
    const { list, event } = data;
    const shown = name === 'event' ? event : name === 'list' && list?.events;
    if (shown) this.#script.show(shown, () => structuredData([shown].flat(), location.href));
  }
}

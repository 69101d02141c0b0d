import { ContextProvider } from '@lit/context';
import type { LitElement } from 'lit';
import {
  defaultSite,
  HEADING_LEVEL,
  type WidgetContext,
  widgetContext,
} from '../elements/context.ts';
import { english } from '../messages/words.ts';
import { isHeadingLevel } from '../page/setup-advice.ts';
import type { BookingController } from '../state/booking-controller.ts';
import { isPending, taskFailure } from '../state/booking-data.ts';
import type { ProxyConnection } from './proxy-connection.ts';
import { Texts } from './texts.ts';

/** The public members of the widget that its context depends on. */
interface ProvidingWidget extends LitElement {
  readonly headingLevel: number;
}

/** What else the context needs from the widget. */
interface ContextSource {
  readonly proxy: ProxyConnection;
  /** Whether the current step has been loading for longer than usual. */
  readonly isSlow: boolean;
}

/** Provides a widget's context to all elements within it, and loads its texts. */
export class WidgetContextProvider {
  readonly #widget: ProvidingWidget;
  readonly #flow: BookingController;
  readonly #source: () => ContextSource;
  readonly #texts: Texts;
  readonly #provider: ContextProvider<typeof widgetContext, ProvidingWidget>;

  constructor(widget: ProvidingWidget, flow: BookingController, source: () => ContextSource) {
    this.#widget = widget;
    this.#flow = flow;
    this.#source = source;
    this.#texts = new Texts(widget, () => ({
      library: source().proxy.library,
      locale: this.#siteLocale,
    }));
    this.#provider = new ContextProvider(widget, {
      context: widgetContext,
      initialValue: {
        words: english,
        clock: () => source().proxy.client.now(),
        site: undefined,
        headingLevel: HEADING_LEVEL,
        isSlow: false,
      },
    });
  }

  get value(): WidgetContext {
    return this.#provider.value;
  }

  /** Whether no texts have been loaded yet. */
  get areTextsLoading(): boolean {
    return this.#texts.isLoading;
  }

  retryFailed(): void {
    this.#texts.retryFailed();
  }

  /** Called in each update of the widget, before it renders. */
  update(): void {
    const { site, siteTask } = this.#flow.data;
    const { headingLevel } = this.#widget;
    const isFailed = taskFailure(siteTask) !== undefined;
    const given: Partial<WidgetContext> = {
      words: this.#texts.words,
      site: site ?? (isFailed ? defaultSite : undefined),
      headingLevel: isHeadingLevel(headingLevel) ? headingLevel : HEADING_LEVEL,
      isSlow: this.#source().isSlow,
    };
    const { value } = this;
    const names = Object.keys(given) as (keyof WidgetContext)[];
    if (names.some((name) => given[name] !== value[name])) {
      this.#provider.setValue({ ...value, ...given });
    }
  }

  /** English if the site does not come in time; undefined until then. */
  get #siteLocale(): string | undefined {
    const { site, siteTask, listTask } = this.#flow.data;
    const isAwaited = isPending(siteTask) && isPending(listTask);
    return site?.locale ?? (isAwaited ? undefined : defaultSite.locale);
  }
}

import type { ReactiveControllerHost } from 'lit';
import { tellReseller } from '../page/tell-reseller.ts';
import type { Visit } from '../visit/visit.ts';
import type * as afterChoice from './after-choice.ts';
import { defaults } from './defaults.ts';
import type { LaterSteps } from './later-steps.ts';

type AfterChoice = typeof afterChoice;

/** Milliseconds before each further try. */
const DELAYS = [1000, 3000];

let loaded: AfterChoice | undefined;
let loading: Promise<AfterChoice> | undefined;

/** Loads the second script once for the whole page. After three failures, the next call tries anew. */
export function loadAfterChoice(): Promise<AfterChoice> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    // Each try has an address of its own, and the console names the cause once.
    const cause = String(error).replace(/\?try=\d+/, '');
    tellReseller(
      `cannot load its second script, so nothing can be booked: ${cause}. Does a policy (CSP) or a blocker forbid it?`,
    );
    throw error;
  });
  return loading;
}

async function load(): Promise<AfterChoice> {
  for (const delay of DELAYS) {
    try {
      return await importOnce();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, delay));
    }
  }
  return importOnce();
}

async function importOnce(): Promise<AfterChoice> {
  const code = await import('./after-choice.ts');
  defaults.define?.(code.elements);
  loaded = code;
  return code;
}

/** The later steps of a widget, whose code is loaded later than the list. */
export class LazyVisit {
  /** Undefined until their code is loaded. */
  steps: LaterSteps | undefined;
  /** Whether the last attempt to load it has failed. */
  hasFailed = false;
  readonly #host: ReactiveControllerHost;
  readonly #create: (code: AfterChoice) => LaterSteps;
  readonly #waiting: ((visit: Visit) => unknown)[] = [];
  #isLoading = false;

  constructor(host: ReactiveControllerHost, create: (code: AfterChoice) => LaterSteps) {
    this.#host = host;
    this.#create = create;
    // Another widget of the page has loaded it.
    if (loaded) this.#start(loaded);
  }

  /** Whether something waits for it, so that the list is not to be shown meanwhile. */
  get isAwaited(): boolean {
    return this.#waiting.length > 0;
  }

  /** Calls back at once if the visit is there, else when it is. */
  withVisit(use: (visit: Visit) => unknown): void {
    if (this.steps) {
      use(this.steps.visit);
      return;
    }
    this.#waiting.push(use);
    this.load();
  }

  /** Does nothing if the visit is there or on its way. */
  load(): void {
    if (this.steps || this.#isLoading) return;
    this.#isLoading = true;
    this.hasFailed = false;
    this.#host.requestUpdate();
    void loadAfterChoice()
      .then((code) => this.#start(code))
      .catch(() => {
        this.hasFailed = true;
      })
      .finally(() => {
        this.#isLoading = false;
        this.#host.requestUpdate();
      });
  }

  #start(code: AfterChoice): void {
    this.steps = this.#create(code);
    for (const use of this.#waiting.splice(0)) use(this.steps.visit);
  }
}

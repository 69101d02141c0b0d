import { offeredWith } from '../proxy/operations/create-draft.ts';
import { writeDates as writeInBatches } from '../proxy/operations/write-dates.ts';
import {
  type Api,
  type CallName,
  isApiError,
  operations,
  type Output,
} from '../proxy/platform/index.ts';
import { type FieldProblem, problemsOfCall } from './field-problems.ts';
import { availableOf, type Dates, type OwnEvent, pricelistTitle, withoutIds } from './own-event.ts';
import type { OwnPictures } from './own-pictures.ts';
import { planDates } from './plan-dates.ts';

/** What a vendor tries with an event that stands. What is left out stays as it is. */
export interface Trial {
  /** So many places are left on each date; null for as many as the form says. */
  readonly left?: number | null | undefined;
  readonly type?: 'BOOKING' | 'REQUEST' | undefined;
  readonly active?: boolean | undefined;
}

/** An event of the vendor's own as the platform has it, with the ids of its parts. */
export interface OwnEventState {
  readonly id: string;
  readonly active: boolean;
  readonly type: 'BOOKING' | 'REQUEST';
  readonly left: number | null;
  readonly groups: readonly { readonly id: string; readonly prices: readonly number[] }[];
  /** The id of each product of the form; empty for one that was not created. */
  readonly products: readonly string[];
}

/** One of the platform's operations, and how many things it has written. */
export interface WrittenLine {
  readonly operation: string;
  readonly amount: number;
}

export interface WriteResult {
  /** Undefined if the event itself was not created. */
  readonly state: OwnEventState | undefined;
  /** What was not written. */
  readonly problems: readonly FieldProblem[];
  readonly written: readonly WrittenLine[];
}

/** For whom the events are, and what they can be. */
export interface OwnVendor {
  readonly name: string;
  readonly currency: string;
  /** Paths of categories, top level first. The platform lists none, so they are those of its events. */
  readonly categories: readonly (readonly { readonly id: number; readonly title: string }[])[];
}

export interface OwnEvents {
  vendor(): Promise<OwnVendor>;
  states(): readonly OwnEventState[];
  create(input: OwnEvent): Promise<WriteResult>;
  /** Undefined if there is no such event of the vendor's own. */
  change(id: string, input: OwnEvent): Promise<WriteResult | undefined>;
  /** Changes the event as it was last written. */
  tryOut(id: string, trial: Trial): Promise<WriteResult | undefined>;
  /** After a reset, which has taken them away. */
  forget(): void;
}

export interface OwnEventsOptions {
  /** A client of a vendor, made anew after a reset. */
  readonly createApi: () => Api;
  readonly pictures: OwnPictures;
  /** Called when the platform has something new. */
  readonly onWritten: () => Promise<void>;
}

/** What is kept of an event, because the platform gives no pictures back. */
interface Kept {
  readonly input: OwnEvent;
  readonly state: OwnEventState;
}

/**
 * Events that a vendor writes in the workbench, by the platform's own operations. What fails keeps
 * nothing else out: it is told, and written by the next change.
 */
export function createOwnEvents({ createApi, pictures, onWritten }: OwnEventsOptions): OwnEvents {
  const events = new Map<string, Kept>();
  let api = createApi();

  async function ownVendor(): Promise<Output<'listVendors'>> {
    const [vendor] = await api.listVendors();
    if (!vendor) throw new Error('the client has no vendor');
    return vendor;
  }

  async function create(input: OwnEvent): Promise<WriteResult> {
    const { id: vendor_id } = await ownVendor();
    const writing = createWriting();
    const { prices } = input.groups[0];
    const event = await writing.attempt('createEvent', fieldOfGroup(0), () =>
      api.createEvent({ body: { ...input.event, prices: withoutIds(prices), vendor_id } }),
    );
    if (!event) return { state: undefined, ...writing.result() };
    const none = { id: event.id, active: true, left: null, groups: [], products: [] };
    return complete(writing, vendor_id, input, { ...none, type: event.type ?? 'BOOKING' }, event);
  }

  async function write(
    input: OwnEvent,
    state: OwnEventState,
    { active, left }: Pick<OwnEventState, 'active' | 'left'>,
  ): Promise<WriteResult> {
    const { id: vendor_id } = await ownVendor();
    const writing = createWriting();
    const event = await writing.attempt('updateEvent', fieldOfGroup(0), () =>
      api.updateEvent({
        id: state.id,
        body: { ...input.event, active: active ? 1 : 0, prices: input.groups[0].prices },
      }),
    );
    if (!event) return { state, ...writing.result() };
    const { type = 'BOOKING' } = input.event;
    return complete(writing, vendor_id, input, { ...state, active, left, type }, event);
  }

  /** The event is written; now its dates, its pricelists and its products are. */
  async function complete(
    writing: Writing,
    vendor_id: string,
    input: OwnEvent,
    before: OwnEventState,
    event: Output<'createEvent'>,
  ): Promise<WriteResult> {
    const groups = [groupOf(event)];
    await writeDates(writing, event.id, input.groups[0].dates, 0, before);
    for (const [index, group] of input.groups.entries()) {
      if (index === 0) continue;
      const body = {
        ...input.event,
        title: pricelistTitle(input.event.title, group.name),
        root_event_id: event.id,
        active: before.active ? (1 as const) : (0 as const),
      };
      const { id } = group;
      const child = await (id !== undefined && before.groups.some((one) => one.id === id)
        ? writing.attempt('updateEvent', fieldOfGroup(index), () =>
            api.updateEvent({ id, body: { ...body, prices: group.prices } }),
          )
        : writing.attempt('createEvent', fieldOfGroup(index), () =>
            api.createEvent({ body: { ...body, prices: withoutIds(group.prices), vendor_id } }),
          ));
      groups.push(child ? groupOf(child) : { id: '', prices: [] });
      if (child) await writeDates(writing, child.id, group.dates, index, before);
    }
    await deactivateOthers(writing, input, before, groups);
    const products = await writeProducts(writing, vendor_id, input, event.id, before);
    const state = { ...before, groups, products };
    events.set(event.id, { input: withIds(input, state), state });
    pictures.put(event.id, input.event.images);
    await onWritten();
    return { state, ...writing.result() };
  }

  /** A price group that the form has no more. */
  async function deactivateOthers(
    writing: Writing,
    input: OwnEvent,
    before: OwnEventState,
    groups: OwnEventState['groups'],
  ): Promise<void> {
    const kept = events.get(before.id)?.input.groups ?? [];
    for (const old of kept) {
      const { id } = old;
      if (id === undefined || groups.some((group) => group.id === id)) continue;
      await writing.attempt('updateEvent', fieldOfGroup(0), () =>
        api.updateEvent({ id, body: { ...input.event, active: 0, prices: old.prices } }),
      );
    }
  }

  async function writeDates(
    writing: Writing,
    event_id: string,
    dates: Dates,
    group: number,
    { active, left }: OwnEventState,
  ): Promise<void> {
    // The platform has no dates of an event that is not active.
    if (!active) return;
    const field = (way: keyof Dates) => () => `groups.${group}.dates.${way}`;
    const existing = await writing.attempt('listDatesOfEvent', field('weekly'), () =>
      api.listDatesOfEvent({ event_id, available: false, ignore_latest_booking_time: true }),
    );
    if (!existing) return;
    const wanted = (['weekly', 'single', 'listed'] as const).flatMap((way) =>
      dates[way].map((date) => ({ ...date, way })),
    );
    const { create: missing, update } = planDates(existing, wanted, left ?? Infinity);
    if (update.length > 0) {
      const write = () => api.updateDates({ body: [...update] });
      await writing.attempt('updateDates', field('weekly'), write, update.length);
    }
    const bodies = (wantedWay: keyof Dates) =>
      missing
        .filter(({ way }) => way === wantedWay)
        .map(({ date, total_slots }) => ({
          event_id,
          date,
          total_slots,
          available_slots: Math.min(total_slots, left ?? total_slots),
        }));
    await writing.attemptRows('createDates', field('weekly')(), bodies('weekly'), (rows) =>
      writeInBatches(api, rows),
    );
    for (const body of bodies('single')) {
      const write = () => api.createDateForEvent({ id: event_id, body });
      await writing.attempt('createDateForEvent', field('single'), write);
    }
    for (const body of bodies('listed')) {
      await writing.attempt('createDate', field('listed'), () => api.createDate({ body }));
    }
  }

  async function writeProducts(
    writing: Writing,
    vendor_id: string,
    { products }: OwnEvent,
    eventId: string,
    before: OwnEventState,
  ): Promise<string[]> {
    const ids: string[] = [];
    const dependencies = offeredWith(eventId);
    for (const [index, { id, ...fields }] of products.entries()) {
      const field = (name: string) => `products.${index}.${name}`;
      const written = await (id !== undefined && before.products.includes(id)
        ? writing.attempt('updateProduct', field, () => api.updateProduct({ id, body: fields }))
        : writing.attempt('createProduct', field, () =>
            api.createProduct({
              body: { ...fields, available: availableOf(fields.total), dependencies, vendor_id },
            }),
          ));
      ids.push(written?.id ?? id ?? '');
    }
    return ids;
  }

  return {
    create,

    async change(id, input) {
      const kept = events.get(id);
      // What was tried out ends with a change: the form says what is wanted.
      return kept && write(input, kept.state, { active: true, left: null });
    },

    async tryOut(id, { left, type, active }) {
      const kept = events.get(id);
      if (!kept) return undefined;
      const { input, state } = kept;
      return write(
        type === undefined ? input : { ...input, event: { ...input.event, type } },
        state,
        {
          active: active ?? state.active,
          left: left === undefined ? state.left : left,
        },
      );
    },

    async vendor() {
      const { name, currency = '' } = await ownVendor();
      const listed = await api.listEvents({ type: 'ALL', fields: ['categories'] });
      const paths = new Map(
        listed.map(({ categories = [] }) => [categories.map(({ id }) => id).join(), categories]),
      );
      return { name, currency, categories: [...paths.values()].filter(({ length }) => length > 0) };
    },

    states: () => [...events.values()].map(({ state }) => state),

    forget() {
      events.clear();
      pictures.forget();
      api = createApi();
    },
  };
}

/** With the ids that the platform has given, so that the next change names them. */
function withIds(input: OwnEvent, { groups, products }: OwnEventState): OwnEvent {
  const [first, ...others] = input.groups.map((group, index) => {
    const { id = '', prices = [] } = groups[index] ?? {};
    return {
      ...group,
      ...(id && { id }),
      prices: group.prices.map((price, at) => ({ ...price, id: prices[at] ?? price.id })),
    };
  });
  return {
    ...input,
    groups: [first ?? input.groups[0], ...others],
    products: input.products.map((product, index) => ({
      ...product,
      id: products[index] || undefined,
    })),
  };
}

function groupOf({ id, prices }: Output<'createEvent'>): OwnEventState['groups'][number] {
  return { id, prices: prices.map((price) => price.id) };
}

/** Prices are the group's; all else is the event's. */
function fieldOfGroup(index: number): (name: string) => string {
  return (name) => (name.startsWith('prices') ? `groups.${index}.${name}` : `event.${name}`);
}

interface Writing {
  attempt<T>(
    name: CallName,
    fieldOf: (name: string) => string,
    write: () => Promise<T>,
    amount?: number,
  ): Promise<T | undefined>;
  attemptRows<Row>(
    name: CallName,
    field: string,
    rows: readonly Row[],
    write: (rows: readonly Row[]) => ReturnType<typeof writeInBatches>,
  ): Promise<void>;
  result(): Pick<WriteResult, 'problems' | 'written'>;
}

/** Collects what was written, and what was not. */
function createWriting(): Writing {
  const problems: FieldProblem[] = [];
  const amounts = new Map<string, number>();

  function count(name: CallName, amount: number): void {
    const { title, method } = operations[name];
    if (method === 'GET' || amount === 0) return;
    amounts.set(title, (amounts.get(title) ?? 0) + amount);
  }

  return {
    async attempt(name, fieldOf, write, amount = 1) {
      try {
        const written = await write();
        count(name, amount);
        return written;
      } catch (error) {
        if (!isApiError(error)) throw error;
        problems.push(...problemsOfCall(error, fieldOf));
        return undefined;
      }
    },

    async attemptRows(name, field, rows, write) {
      const results = await write(rows);
      const failed = results.filter(({ outcome }) => outcome !== 'created');
      count(name, results.length - failed.length);
      const [first] = failed;
      if (!first) return;
      const text = `${failed.length} of ${rows.length} dates were not created: ${first.message}`;
      problems.push({ field, text });
    },

    result: () => ({
      problems,
      written: [...amounts].map(([operation, amount]) => ({ operation, amount })),
    }),
  };
}

import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';
import { MINUTE } from '#contract/milliseconds';
import {
  bareInput,
  type DraftForm,
  problem,
  removeButton,
  textArea,
  textInput,
} from './form-controls.ts';
import { parseListedDates, singleStarts, weeklyStarts } from './own-dates.ts';
import { type DraftDate, type DraftGroup, type DraftPrice, newKey, toNumber } from './own-draft.ts';

/**
 * The prices and dates of a price group: the event's own, or those of a pricelist of it.
 * @param now in milliseconds since the epoch
 */
export function priceGroup(
  form: DraftForm,
  group: DraftGroup,
  index: number,
  head: TemplateResult,
  now: number,
): TemplateResult {
  const isFirst = index === 0;
  const id = `groups.${index}`;
  const edit = (change: Partial<DraftGroup>) => editGroup(form, group, change);
  return html`<div
    class=${isFirst ? 'section' : 'group'}
    role="group"
    aria-labelledby=${`${id}.title`}
  >
    <div class="head">
      <h3 id=${`${id}.title`}>${isFirst ? 'Prices' : `Other prices ${index}`}</h3>
      ${head}
    </div>
    ${
      isFirst
        ? nothing
        : textInput(form, {
            id: `${id}.name`,
            label: 'Called',
            hint: 'such as Weekend',
            fields: [`${id}.name`],
            value: group.name,
            change: (name) => edit({ name }),
          })
    }
    <div class="rows">
      ${repeat(
        group.prices,
        ({ key }) => key,
        (price, at) => priceRow(form, group, price, id, at),
      )}
      ${problem(form, `${id}.prices`, [`${id}.prices`])}
    </div>
    <button
      class="quiet"
      type="button"
      id=${`${id}.add`}
      @click=${() => {
        const price = { key: newKey(), title: '', value: '' };
        form.addRow(`${id}.prices.${group.prices.length}.title`, () =>
          edit({ prices: [...group.prices, price] }),
        );
      }}
    >
      Add a price
    </button>
    <h3>Dates</h3>
    ${weeklyDates(form, group, id)} ${singleDates(form, group, id)} ${listedDates(form, group, id)}
    <p class="small">
      ${guard([group, form.draft.timezone, form.draft.places, minuteOf(now)], () =>
        countDates(form, group, now),
      )}
    </p>
  </div>`;
}

function priceRow(
  form: DraftForm,
  group: DraftGroup,
  price: DraftPrice,
  groupId: string,
  at: number,
): TemplateResult {
  const edit = (change: Partial<DraftPrice>) =>
    editGroup(form, group, { prices: changed(group.prices, price, change) });
  const id = `${groupId}.prices.${at}`;
  const number = at + 1;
  const valueFields = [`${id}.value`, `${id}.currency`];
  return html`<div class="line">
    ${bareInput(form, {
      id: `${id}.title`,
      label: `Price ${number}, for whom`,
      fields: [`${id}.title`],
      value: price.title,
      change: (title) => edit({ title }),
    })}
    ${bareInput(form, {
      id: `${id}.value`,
      label: `Price ${number} in ${form.draft.currency}`,
      fields: valueFields,
      value: price.value,
      mode: 'decimal',
      change: (value) => edit({ value }),
    })}
    ${removeButton(`Remove price ${number}`, () => {
      const prices = group.prices.filter(({ key }) => key !== price.key);
      form.removeRow(() => editGroup(form, group, { prices }), `${groupId}.add`);
    })}
    ${problem(form, `${id}.title`, [`${id}.title`])} ${problem(form, `${id}.value`, valueFields)}
  </div>`;
}

/** They are created in a batch. */
function weeklyDates(form: DraftForm, group: DraftGroup, groupId: string): TemplateResult {
  const id = `${groupId}.dates.weekly`;
  const edit = (change: Partial<DraftGroup>) => {
    form.forgive([id]);
    editGroup(form, group, change);
  };
  return html`<div class="rows week" role="group" aria-label="Every week">
    <div class="days">
      ${WEEKDAYS.map(
        ([short, name], at) =>
          html`<label
            ><input
              type="checkbox"
              aria-label=${name}
              .checked=${group.weekdays.includes(at + 1)}
              @change=${() => edit({ weekdays: toggled(group.weekdays, at + 1) })}
            /><span aria-hidden="true">${short}</span></label
          >`,
      )}
    </div>
    ${textInput(form, {
      id,
      label: 'At',
      hint: 'such as 19:00, 21:30',
      fields: [id],
      value: group.times,
      change: (times) => edit({ times }),
    })}
    <div class="pair">
      ${textInput(form, {
        id: `${id}.from`,
        label: 'From',
        fields: [],
        value: group.from,
        mode: 'date',
        change: (from) => edit({ from }),
      })}
      ${textInput(form, {
        id: `${id}.until`,
        label: 'Until',
        fields: [],
        value: group.until,
        mode: 'date',
        change: (until) => edit({ until }),
      })}
    </div>
  </div>`;
}

/** Each is created for its event. */
function singleDates(form: DraftForm, group: DraftGroup, groupId: string): TemplateResult {
  const id = `${groupId}.dates.single`;
  return html`<div class="rows">
      ${repeat(
        group.single,
        ({ key }) => key,
        (row, at) => singleDate(form, group, row, groupId, at),
      )}
      ${problem(form, id, [id])}
    </div>
    <button
      class="quiet"
      type="button"
      id=${`${groupId}.add-date`}
      @click=${() => {
        const row = { key: newKey(), day: '', time: '', places: form.draft.places };
        form.addRow(`${id}.${group.single.length}.day`, () =>
          editGroup(form, group, { single: [...group.single, row] }),
        );
      }}
    >
      Add a single date
    </button>`;
}

function singleDate(
  form: DraftForm,
  group: DraftGroup,
  row: DraftDate,
  groupId: string,
  at: number,
): TemplateResult {
  const list = `${groupId}.dates.single`;
  const id = `${list}.${at}`;
  const number = at + 1;
  const edit = (change: Partial<DraftDate>) =>
    editGroup(form, group, { single: changed(group.single, row, change) });
  return html`<div class="line date">
    ${bareInput(form, {
      id: `${id}.day`,
      label: `Date ${number}, day`,
      fields: [`${id}.date`, list],
      value: row.day,
      mode: 'date',
      change: (day) => edit({ day }),
    })}
    ${bareInput(form, {
      id: `${id}.time`,
      label: `Date ${number}, time`,
      fields: [],
      value: row.time,
      mode: 'time',
      change: (time) => edit({ time }),
    })}
    ${bareInput(form, {
      id: `${id}.places`,
      label: `Date ${number}, places`,
      fields: [`${id}.total_slots`],
      value: row.places,
      mode: 'numeric',
      change: (places) => edit({ places }),
    })}
    ${removeButton(`Remove date ${number}`, () => {
      const single = group.single.filter(({ key }) => key !== row.key);
      form.removeRow(() => editGroup(form, group, { single }), `${groupId}.add-date`);
    })}
    ${problem(form, `${id}.day`, [`${id}.date`])}
    ${problem(form, `${id}.places`, [`${id}.total_slots`])}
  </div>`;
}

/** They are created one by one. */
function listedDates(form: DraftForm, group: DraftGroup, groupId: string): TemplateResult {
  const id = `${groupId}.dates.listed`;
  // Open at first if there is something in it; then whoever writes opens and closes it.
  return html`<details ?open=${guard([group.key], () => group.listed !== '')}>
    <summary>Paste a list of dates</summary>
    ${textArea(form, {
      id,
      label: 'One in a line',
      hint: 'day, time, places: 2026-12-24 19:00 12',
      fields: [id],
      value: group.listed,
      change: (listed) => editGroup(form, group, { listed }),
    })}
  </details>`;
}

function editGroup(form: DraftForm, group: DraftGroup, change: Partial<DraftGroup>): void {
  form.edit({ groups: changed(form.draft.groups, group, change) });
}

/** The rows, with a change of the one that has the same key. */
export function changed<Row extends { readonly key: string }>(
  rows: readonly Row[],
  row: Row,
  change: Partial<Row>,
): Row[] {
  return rows.map((one) => (one.key === row.key ? { ...one, ...change } : one));
}

const WEEKDAYS = [
  ['Mo', 'Monday'],
  ['Tu', 'Tuesday'],
  ['We', 'Wednesday'],
  ['Th', 'Thursday'],
  ['Fr', 'Friday'],
  ['Sa', 'Saturday'],
  ['Su', 'Sunday'],
] as const;

function toggled(list: readonly number[], item: number): number[] {
  return list.includes(item) ? list.filter((other) => other !== item) : [...list, item];
}

/** What has passed is not counted, so the count changes with the time. */
function minuteOf(now: number): number {
  return Math.floor(now / MINUTE);
}

/** How many starts the group has, and the first of them. */
function countDates({ draft }: DraftForm, group: DraftGroup, now: number): string {
  const { timezone } = draft;
  const places = toNumber(draft.places);
  const lists = [
    weeklyStarts(group, places, timezone, now),
    singleStarts(group.single, timezone),
    parseListedDates(group.listed, places, timezone),
  ];
  const starts = new Set(lists.flatMap((list) => list.starts.map(({ date }) => date)));
  const [first] = [...starts].sort();
  if (first === undefined) return 'No dates yet.';
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: timezone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  });
  const amount = starts.size === 1 ? '1 date' : `${starts.size} dates`;
  return `${amount}, the first on ${format.format(Date.parse(first))}.`;
}

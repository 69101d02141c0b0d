import { css, html, nothing, type TemplateResult } from 'lit';
import type { DayAvailability, Start } from '../../domain/availability.ts';
import type { Day } from '../../domain/days.ts';
import type { Words } from '../../messages/words.ts';
import { ground } from '../../styles/design-tokens.ts';
import { quietButton } from './problem-note.ts';

interface DayList {
  days: DayAvailability[];
  /** Today in the event's time zone. */
  today: Day;
  now: number;
  selected: Day;
  /** The starts of the selected day. */
  times: TemplateResult | typeof nothing;
  /** The number of places to look for. */
  participants: number;
  currency: string;
  timezone: string;
  words: Words;
  choose: (day: Day) => void;
  /** Whether every day is shown, and not only the next ones. */
  isWhole: boolean;
  showWhole: () => void;
}

/** The number of days that are shown at first. */
const DAYS = 6;
/** The number of starts that fit into a row. */
const STARTS_IN_ROW = 4;

/** The days of a month that have dates as a list, each with its starts and its lowest price. */
export function dayList(list: DayList): TemplateResult {
  const { days, isWhole, showWhole, words } = list;
  const shown = isWhole ? days : nextOf(list);
  return html`<ul class="days">
      ${shown.map((day) => html`<li>${row(day, list)}</li>`)}
    </ul>
    ${shown.length < days.length ? quietButton(words.say('showMore'), showWhole) : nothing}`;
}

/** The first free day and those after it, at least up to the selected day. */
function nextOf({ days, selected }: DayList): DayAvailability[] {
  const isFree = ({ state }: DayAvailability) => state === 'free';
  const first = Math.max(0, days.findIndex(isFree));
  const chosen = days.findIndex(({ day }) => day === selected);
  return days.slice(first, Math.max(first + DAYS, chosen + 1));
}

function row(availability: DayAvailability, list: DayList) {
  const { words, today, selected, choose } = list;
  const { day, state, fromValue } = availability;
  const isFree = state === 'free';
  const near = words.nearDay(day, today, list.now);
  return html`<button
      type="button"
      class="day ${state}"
      aria-pressed=${day === selected}
      aria-disabled=${isFree ? nothing : 'true'}
      @click=${() => isFree && choose(day)}
    >
      <span>
        <span class="name">${words.shortDay(day)}</span>
        <span class="small">${near}</span>
        <span class="small line">${lineOf(availability, list)}</span>
      </span>
      <span class="number" translate="no">
        ${isFree && fromValue !== null ? words.price(fromValue, list.currency) : nothing}
      </span>
    </button>
    ${day === selected ? list.times : nothing}`;
}

/** The free starts of a day, or why it has none. */
function lineOf(
  { state, left, starts }: DayAvailability,
  { words, timezone, participants }: DayList,
) {
  if (state !== 'free') {
    const forParty = words.say('forParty', { count: participants });
    return words.say(state, { count: left, forParty });
  }
  const free = starts.filter((start) => start.state === 'free');
  const rest = free.length - STARTS_IN_ROW;
  const times = free.slice(0, STARTS_IN_ROW).map((start) => timeOf(start, timezone, words));
  return [...times, ...(rest > 0 ? [`+${rest}`] : [])].join(' · ');
}

function timeOf({ date, scarce }: Start, timezone: string, words: Words): string {
  const time = words.time(timezone, date.date);
  return scarce ? words.list(time, words.say('left', { count: date.available_slots })) : time;
}

export const dayListStyles = css`
  .days {
    list-style: none;
  }
  .day {
    display: flex;
    align-items: start;
    justify-content: space-between;
    gap: 12px;
    width: 100%;
    min-height: 44px;
    padding: 10px 8px;
    border: 0;
    border-radius: var(--_radius-small);
    background: none;
    text-align: start;
    font-variant-numeric: tabular-nums;
  }
  .days li + li {
    border-top: 1px solid var(--_line);
  }
  .day:is(:hover, [aria-pressed='true']):not([aria-disabled]) {
    ${ground('accent-soft')};
  }
  .day[aria-disabled] {
    color: var(--_muted-text);
    cursor: default;
  }
  .name {
    font-weight: 560;
  }
  .day.full .name {
    font-weight: 400;
    text-decoration: line-through;
  }
  .line {
    display: block;
  }
`;

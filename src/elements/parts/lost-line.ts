import { css, html, nothing } from 'lit';
import type { ProblemDetail } from '#contract/problem.schema';
import type { QuotedLine } from '#contract/quote.schema';
import type { Exchange, OtherStarts, Start } from '../../domain/availability.ts';
import type { Failure } from '../../domain/failure.ts';
import { isOfLostDate } from '../../domain/lost-lines.ts';
import { dayIn } from '../../domain/zone.ts';
import type { Words } from '../../messages/words.ts';
import { ground } from '../../styles/design-tokens.ts';
import { quietButton } from './problem-note.ts';

/** The part of a line that a text about its lost date needs. */
export type LineDate = Pick<QuotedLine, 'date_id' | 'date' | 'timezone'>;

/** A line whose date is lost, and the reason. */
interface LostLine {
  line: LineDate;
  detail: ProblemDetail;
}

export function lostLineOf(lines: LineDate[], failure: Failure | null): LostLine | undefined {
  const errors = failure?.kind === 'problem' ? failure.problem.errors : [];
  const detail = errors.find(isOfLostDate);
  const line = lines.find(({ date_id }) => date_id === detail?.date_id);
  return detail && line && { line, detail };
}

export function lostText(
  { line: { timezone, date }, detail: { code, left } }: LostLine,
  words: Words,
): string {
  const time = words.time(timezone, date);
  if (code === 'sold-out' || code === 'too-many-participants') {
    return left
      ? words.say('lineFewLeft', { time, count: left })
      : words.say('lineSoldOut', { time });
  }
  return `${time}: ${words.problem(code)}`;
}

/**
 * Buttons for the starts that can replace a lost date. While these are undefined, placeholders keep
 * their room, so that no button moves just as the customer presses it.
 */
export function startsInstead(
  { date_id: lost, date, timezone }: LineDate,
  others: OtherStarts | undefined,
  words: Words,
  take: (exchange: Exchange) => void,
) {
  if (!others) return startsToCome(words);
  const starts = others.get(lost) ?? [];
  if (starts.length === 0) return nothing;
  const lostDay = dayIn(timezone, date);
  const timeOf = ({ day, date }: Start) => {
    const time = words.time(timezone, date.date);
    return day === lostDay ? time : words.list(words.shortDay(day), time);
  };
  return html`<p>${words.say('nearestTimes')}</p>
    <ul class="starts">
      ${starts.map(
        (start) =>
          html`<li>
            ${quietButton(words.say('take', { time: timeOf(start) }), () => take({ lost, start }))}
            <span class="number small"
              >${words.say('left', { count: start.date.available_slots })}</span
            >
          </li>`,
      )}
    </ul>`;
}

function startsToCome(words: Words) {
  const start = html`<li>
    <span class="skeleton">${words.say('take', { time: '00:00' })}</span>
    <span class="small">&nbsp;</span>
  </li>`;
  return html`<div aria-hidden="true">
    <p>${words.say('nearestTimes')}</p>
    <ul class="starts">
      ${[start, start, start]}
    </ul>
  </div>`;
}

/** Each start as a chip, and below it how many places it has. */
export const startsInsteadStyles = css`
  .starts {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(9.4em, 1fr));
    gap: 8px;
    margin: 8px 0 4px;
    list-style: none;
  }
  .starts li {
    display: grid;
    grid-template-rows: 1fr auto;
    gap: 2px;
    text-align: center;
  }
  .starts :is(.quiet, .skeleton) {
    display: grid;
    place-content: center;
    /* Room for two lines, so that nothing moves when the times come. */
    min-height: calc(2.5em + 18px);
    margin: 0;
    border: 1px solid var(--_line-strong);
    border-radius: var(--_radius-small);
    padding: 8px 4px;
    ${ground('surface')}
    line-height: 1.25;
    text-align: center;
    text-decoration: none;
  }
  .starts .quiet:hover {
    border-color: var(--_accent);
    ${ground('accent-soft')}
  }
`;

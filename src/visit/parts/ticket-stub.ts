import { css, html, nothing } from 'lit';
import type {
  OrderedParticipant,
  OrderedTicket,
  Participant,
  PlacedOrder,
} from '#contract/order.schema';
import type { QuotedLine } from '#contract/quote.schema';
import { dayIn } from '../../domain/zone.ts';
import type { Words } from '../../messages/words.ts';
import { codeText, isCanceledPart, mark } from './order-status.ts';
import { qrCode, qrStyles } from './qr-code.ts';

/** A line of the order, with the participants that were sent for it. */
export interface SentLine {
  line: QuotedLine;
  /** Empty after a reload, because names are not stored. */
  participants: Participant[];
}

/** One person of a stub. */
interface Person {
  participant: OrderedParticipant;
  /** The name that was typed; empty if it is not known. */
  name: string;
  /** The price's title. */
  kind: string;
  /** Why the person may not enter; empty for one who may. */
  state: string;
  isCanceled: boolean;
}

/** The persons of one line; the title is empty for participants that belong to no line. */
interface Group {
  title: string;
  persons: Person[];
}

/** With more persons, a stub beside the body has two columns of codes. */
const MANY = 3;

/**
 * The persons who have a code, are checked in or are cancelled, grouped by line. Those of tickets
 * that belong to no line come last.
 */
export function groupsOf(
  { tickets = [] }: PlacedOrder,
  lines: SentLine[],
  hasEnded: boolean,
  words: Words,
): Group[] {
  const groupOf = (title: string, own: OrderedTicket[], sent: Participant[]): Group => {
    const booked = own.flatMap(({ participants }) => participants);
    const persons = booked.map((participant) =>
      personOf(participant, nameOf(participant, booked, sent), hasEnded, words),
    );
    return {
      title,
      persons: persons.filter(({ participant, state }) => participant.code || state),
    };
  };
  const isOf = ({ line }: SentLine, ticket: OrderedTicket) => ticket.date_id === line.date_id;
  const groups = lines.map((sent) =>
    groupOf(
      sent.line.title,
      tickets.filter((ticket) => isOf(sent, ticket)),
      sent.participants,
    ),
  );
  const others = tickets.filter((ticket) => !lines.some((sent) => isOf(sent, ticket)));
  return [...groups, groupOf('', others, [])].filter(({ persons }) => persons.length > 0);
}

function personOf(
  participant: OrderedParticipant,
  name: string,
  hasEnded: boolean,
  words: Words,
): Person {
  const { price_title, checked_in } = participant;
  const isCanceled = isCanceledPart(participant, hasEnded);
  const entered = checked_in ? words.say('checkedIn') : '';
  return {
    participant,
    name,
    kind: price_title,
    state: isCanceled ? words.say('canceledPart') : entered,
    isCanceled: isCanceled || hasEnded,
  };
}

/**
 * The platform's response has no names, but lists participants in the sequence in which they were
 * sent. A name is shown only if as many of its price were booked as were sent.
 */
function nameOf(
  participant: OrderedParticipant,
  booked: OrderedParticipant[],
  sent: Participant[],
): string {
  const isSamePrice = ({ price_id }: { price_id: number | null }) =>
    price_id === participant.price_id;
  const same = booked.filter(isSamePrice);
  const names = sent.filter(isSamePrice);
  const name = names[same.indexOf(participant)]?.name ?? '';
  return same.length === names.length ? name : '';
}

/**
 * A stub with a code for each person, to be scanned, or else with the order's code; and with the
 * start, if all come to the same one.
 */
export function ticketStub(
  code: string,
  groups: Group[],
  { lines, hasEnded }: { lines: SentLine[]; hasEnded: boolean },
  words: Words,
) {
  const canScan = ({ participant, state }: Person) =>
    participant.code !== '' && state === '' && !hasEnded;
  const persons = groups.flatMap((group) => group.persons);
  const scannable = persons.filter(canScan);
  const isAlone = scannable.length === 1;
  const renderPerson = (person: Person) => {
    const { code } = person.participant;
    return html`<li>
      ${canScan(person) ? qrCode(code, isAlone) : nothing}
      ${code ? codeText(code, person.isCanceled) : nothing}
      ${person.name ? html`<bdi>${person.name}</bdi>` : nothing}
      <bdi class="kind">${person.kind}</bdi> ${mark(person.state)}
    </li>`;
  };
  const renderGroup = ({ title, persons }: Group) => {
    const sorted = [...persons.filter(canScan), ...persons.filter((person) => !canScan(person))];
    return html`${groups.length > 1 && title ? html`<p class="strong">${title}</p>` : nothing}
      <ul class="people">
        ${sorted.map(renderPerson)}
      </ul>`;
  };
  return html`<div class="stub small ${scannable.length > MANY ? 'many' : ''}">
    ${
      scannable.length > 0
        ? html`<p>${words.say('showAtEntrance')}</p>`
        : html`<div>${words.say('code')} ${codeText(code, hasEnded)}</div>`
    }
    ${groups.map(renderGroup)}
    ${lines.length === 1 && !hasEnded ? lines.map(({ line }) => renderStart(line, words)) : nothing}
  </div>`;
}

function renderStart({ timezone, date, opening_hours }: QuotedLine, words: Words) {
  return html`<div class="start">
    ${words.shortDay(dayIn(timezone, date))}
    ${opening_hours ? nothing : html`<b>${words.time(timezone, date)}</b>`}
  </div>`;
}

export const stubStyles = [
  qrStyles,
  css`
    .stub {
      justify-content: start;
      align-items: center;
      gap: 12px;
      padding-inline: 20px;
      text-align: center;
    }
    .people {
      display: grid;
      gap: 20px 16px;
      justify-items: center;
      list-style: none;
    }
    .many .people {
      grid-template-columns: repeat(2, auto);
    }
    .people li {
      display: grid;
      gap: 2px;
      justify-items: center;
      align-content: start;
      max-width: 13em;
      text-wrap: balance;
      break-inside: avoid;
    }
    .start {
      margin-top: auto;
      padding-top: 8px;
    }
    /* Below the body there is room for two beside each other. */
    @container (max-width: 560px) {
      .people {
        grid-template-columns: repeat(auto-fit, minmax(8em, 1fr)) !important;
      }
    }
    .kind {
      color: var(--_muted-text);
    }
    .people .qr {
      margin-bottom: 6px;
    }
    /* A code does not wrap, because it is read out at the entrance. */
    .stub .code {
      display: block;
      font-size: 1em;
      white-space: nowrap;
    }
    .stub > div > .code {
      font-size: 1.4em;
    }
  `,
];

import { nothing } from 'lit';
import type { PlacedOrder } from '#contract/order.schema';
import type { QuotedOrder } from '#contract/quote.schema';
import type { Vendor } from '#contract/vendor.schema';
import type { Clock } from '../../elements/context.ts';
import { quietButton } from '../../elements/parts/problem-note.ts';
import type { Words } from '../../messages/words.ts';
import { tryTo } from '../../page/try-to.ts';
import { ownDocument } from '../../page/unshadowed.ts';
import { calendarFile } from '../calendar-file.ts';
import { standingLines } from './ticket.ts';
import { calendarText } from './ticket-line.ts';

interface Entry {
  readonly order: QuotedOrder;
  readonly placed: PlacedOrder;
  readonly vendor: Vendor | undefined;
  readonly clock: Clock;
}

/** A button that saves the dates of an order as a calendar file; nothing if all are cancelled. */
export function addToCalendar({ order, placed, vendor, clock }: Entry, words: Words) {
  const { code } = placed;
  const lines = standingLines(order, placed);
  if (lines.length === 0) return nothing;
  const save = () => {
    const entries = lines.map((line) => {
      return { ...line, description: calendarText(line, code, vendor, words) };
    });
    saveFile(`${code}.ics`, calendarFile(code, entries, clock()));
  };
  return quietButton(words.say('addToCalendar'), () => tryTo('the calendar file', save));
}

function saveFile(name: string, text: string): void {
  const link = ownDocument.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/calendar' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

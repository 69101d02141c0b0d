import { BookingButton } from './dialog/booking-button.ts';
import { BookingDialog } from './dialog/booking-dialog.ts';
import { EventList } from './elements/event-list.ts';
import { elements } from './shell/after-choice.ts';
import { BookingWidget } from './shell/booking-widget.ts';

/** The table of tag to class. */
export const tags = {
  'booking-button': BookingButton,
  'booking-dialog': BookingDialog,
  'booking-event-list': EventList,
  'booking-widget': BookingWidget,
  ...elements,
} as const;

type ElementOfTag = { [Tag in keyof typeof tags]: InstanceType<(typeof tags)[Tag]> };

declare global {
  interface HTMLElementTagNameMap extends ElementOfTag {}
}

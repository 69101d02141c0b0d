import type { ShopInPage } from '../in-page.ts';
import type { Tag } from './tag.ts';

/** The message from the workbench to the host page in its frame. */
export interface ToHost {
  readonly tag: Tag;
}

/** The messages from that page to the workbench. */
export type FromHost =
  { readonly name: 'host-ready' } | { readonly name: 'host-event'; readonly event: HostEvent };

/** An event of the widget, as the host page receives it. */
export interface HostEvent {
  readonly type: string;
  readonly detail: Readonly<Record<string, unknown>>;
  /** Time since the page was opened. */
  readonly milliseconds: number;
}

/** Provided by the workbench to the host page in its frame when there is no server. */
export interface BookingFrameParent {
  bookingInPage?: FrameShop;
}

export type FrameShop = Pick<ShopInPage, 'widget' | 'script'>;

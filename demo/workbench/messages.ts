import type { ShopInPage } from '../in-page.ts';
import type { Tag } from './tag.ts';

/** What the workbench tells the host page in its frame. */
export interface ToHost {
  readonly tag: Tag;
}

/** What that page tells the workbench. */
export type FromHost =
  { readonly name: 'host-ready' } | { readonly name: 'host-event'; readonly event: HostEvent };

/** An event of the widget, as the host page hears it. */
export interface HostEvent {
  readonly type: string;
  readonly detail: Readonly<Record<string, unknown>>;
  /** Since the page was opened. */
  readonly milliseconds: number;
}

/** What the workbench has for the host pages in its frame, where there is no server. */
export interface BookingFrameParent {
  bookingInPage?: FrameShop;
}

export type FrameShop = Pick<ShopInPage, 'widget' | 'script'>;

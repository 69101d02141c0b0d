/** A host page of a reseller. */
export interface Host {
  readonly name: string;
  /** The content of the head: styles, policies, libraries. */
  readonly head?: string;
  /** The body; `WIDGET` stands for the widget's tag. */
  readonly body?: string;
  /** The tag; `<booking-widget>` with a link in it by default. */
  readonly tag?: string;
  /**
   * Loads the script; `SCRIPT` stands for its address, `COPY` for that of a copy under another name
   * on another host.
   */
  readonly script?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly attributes?: string;
  readonly contentType?: string;
  readonly width?: number;
  /** The widget has the same layout as on a bare page of the same width. */
  readonly hasSameBoxes?: boolean;
  /** The console message, if the widget cannot work here and the fallback stays. */
  readonly says?: RegExp;
  /** A console message about what is missing although a customer can book. */
  readonly warns?: RegExp;
  /** The page is in a frame with this `sandbox`. */
  readonly sandbox?: string;
  /** What opens the flow, if a press is needed. Its name is `TRIGGER`. */
  readonly opensFrom?: 'button' | 'link';
  /** The index of the widget to book in, if there are several. */
  readonly nth?: number;
}

export const FALLBACK = 'Book at the vendor’s';
export const TAG = `<booking-widget lang="en"><a href="https://vendor.example">${FALLBACK}</a></booking-widget>`;
export const TRIGGER = 'Book now';

/** A page that a reseller may have. */
export interface Host {
  readonly name: string;
  /** Within `<html>` before the body: styles, policies, libraries. */
  readonly head?: string;
  /** Around the widget's tag: `WIDGET` stands for it. */
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
  /** Its boxes are those on a bare page of the same width. */
  readonly hasSameBoxes?: boolean;
  /** What the console says where nobody can book here; the link or a word in place stays. */
  readonly says?: RegExp;
  /** The page is in a frame with this `sandbox`. */
  readonly sandbox?: string;
  /** What has to be pressed before the flow is there. It is called `TRIGGER`. */
  readonly opensFrom?: 'button' | 'link';
  /** Which of the page's widgets is booked in, where there are several. */
  readonly nth?: number;
}

export const FALLBACK = 'Book at the vendor’s';
export const TAG = `<booking-widget lang="en"><a href="https://vendor.example">${FALLBACK}</a></booking-widget>`;
export const TRIGGER = 'Book now';

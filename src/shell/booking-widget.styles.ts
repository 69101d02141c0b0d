import { css } from 'lit';
import { cartBarStyles } from '../elements/parts/cart-bar.ts';
import { dialogHeadStyles } from '../elements/parts/dialog-head.ts';
import { stepOutlineStyles } from '../elements/parts/step-outline.ts';
import { base } from '../styles/base.ts';
import { border } from '../styles/design-tokens.ts';

const own = css`
  :host {
    display: block !important;
    scroll-margin-top: calc(16px + var(--booking-inset-top, 0px));
  }
  .light {
    color-scheme: light;
  }
  .dark {
    color-scheme: dark;
  }
  /* Makes the widget wide in a parent that fits its content; it wraps if room is short. */
  .root::before {
    content: '. .';
    display: block;
    height: 0;
    overflow: hidden;
    visibility: hidden;
    text-indent: 280px;
    word-spacing: 1100px;
  }
  :is(booking-cart, booking-choice) + booking-confirmation {
    margin-top: 24px;
  }
  ::slotted(*) {
    margin-block: 16px;
  }
`;

export const widgetStyles = [base, border, cartBarStyles, dialogHeadStyles, stepOutlineStyles, own];

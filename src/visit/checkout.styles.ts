import { css } from 'lit';
import { startsInsteadStyles } from '../elements/parts/lost-line.ts';
import { pictureStyles } from '../elements/parts/picture.ts';
import { promisesStyles } from '../elements/parts/promises.ts';
import { base } from '../styles/base.ts';
import { columns } from '../styles/columns.ts';
import { ground } from '../styles/design-tokens.ts';
import { fieldStyles } from './parts/field.ts';
import { inShortStyles } from './parts/order-in-short.ts';
import { radiosStyles } from './parts/radios.ts';
import { stepsStyles } from './parts/steps.ts';
import { termsStyles } from './parts/terms.ts';
import { tickStyles } from './parts/tick.ts';

const own = css`
  :host {
    /* The foot's z-index applies within the element, and not in the host page. */
    isolation: isolate;
  }
  .title {
    margin: 4px 0 0;
  }
  h3.heading,
  .group-title {
    margin-top: 32px;
  }
  .order > .heading {
    margin-top: 0;
  }
  .group-title > h3 {
    display: inline;
    margin: 0;
  }
  .block {
    grid-column: 1 / -1;
    padding: 12px 16px 0;
    border: 1px solid var(--_line);
    border-radius: var(--_radius-small);
    margin-bottom: 8px;
  }
  .block > p > bdi {
    font-weight: 700;
  }
  .whole {
    grid-template-columns: minmax(0, 1fr);
    margin-top: 24px;
  }
  .questions {
    grid-template-columns: minmax(0, 1fr);
    gap: 4px;
  }
  .questions > :is(.tick, .radios) {
    margin-bottom: 16px;
  }
  .side .tick {
    margin-top: 16px;
  }
  .payment {
    margin-top: 8px;
    overflow-wrap: anywhere;
  }
  .note {
    scroll-margin-top: calc(16px + var(--booking-inset-top, 0px));
    margin-bottom: 16px;
  }
  .primary,
  .law {
    margin-top: 12px;
  }
  .law > * {
    overflow-wrap: anywhere;
  }
  .law > :not(:empty) + * {
    margin-top: 8px;
  }
  .page {
    display: inline-block;
    padding: 4px 0;
    color: var(--_accent-text);
  }
  .foot {
    margin-top: 12px;
  }
  .foot > .problem {
    margin-bottom: 8px;
  }
  .foot .primary {
    margin-top: 0;
  }
  .foot .awaited::before {
    animation: breathe 1.6s ease-in-out infinite;
  }
  .sum .total {
    text-align: end;
  }
  .sum,
  .recap,
  .short {
    display: none;
  }
  .order + .order {
    margin-top: 16px;
    border-top: 1px solid var(--_line);
    padding-top: 16px;
  }
  /*
   * The orders stand in one line above the form, and again, with their sum, just before the button,
   * where the law wants them (Directive 2011/83/EU art. 8(2)).
   */
  @container (max-width: 560px) {
    .columns {
      display: block;
    }
    .side {
      display: contents;
    }
    .short,
    .recap {
      display: block;
    }
    .recap {
      overflow-wrap: anywhere;
    }
    .order {
      margin-top: 32px;
    }
    /* Clear of the foot. */
    .note {
      scroll-margin-bottom: 144px;
    }
    .side booking-order-summary:not(.changed) {
      display: none;
    }
    .sum {
      display: flex;
      gap: 12px;
      align-items: baseline;
      justify-content: space-between;
      margin-bottom: 8px;
    }
    .foot {
      z-index: 1;
      border-top: 1.5px dashed var(--_line);
      padding: 10px 0 12px;
      ${ground('surface')}
    }
    .law {
      margin-top: 4px;
    }
  }
  /* In a low window, a foot that sticks would hide too much of the form. */
  @media (min-height: 400px) {
    @container (max-width: 560px) {
      .foot {
        position: sticky;
        bottom: var(--booking-inset-bottom, 0);
      }
    }
  }
`;

export const checkoutStyles = [
  base,
  columns,
  fieldStyles,
  tickStyles,
  radiosStyles,
  termsStyles,
  stepsStyles,
  pictureStyles,
  inShortStyles,
  promisesStyles,
  startsInsteadStyles,
  own,
];

import { css } from 'lit';
import { base } from '../styles/base.ts';
import { columns } from '../styles/columns.ts';
import { ground, writeOn } from '../styles/design-tokens.ts';
import { startsInsteadStyles } from './parts/lost-line.ts';
import { promisesStyles } from './parts/promises.ts';

/** One column whose foot sticks to the bottom, or two columns, with the foot below the prices. */
const own = css`
  :host {
    /* The foot's z-index applies within the element, and not in the host page. */
    isolation: isolate;
  }
  .quiet {
    margin-bottom: 4px;
  }
  .side {
    display: contents;
  }
  .panel,
  booking-price-selection {
    scroll-margin: 16px 0 192px;
  }
  booking-products {
    margin-top: 16px;
  }
  p.small {
    margin-top: 12px;
  }
  .foot {
    z-index: 1;
    order: 1;
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 12px;
    padding: 12px 0;
    ${ground('surface')};
  }
  @container (max-width: 819.98px) {
    /* In a low window, a foot that sticks would hide too much of the choice. */
    @media (min-height: 400px) {
      .foot {
        position: sticky;
        bottom: var(--booking-inset-bottom, 0);
      }
    }
  }
  /* Narrower than this, there is no calendar at first (choice.ts). */
  @container (max-width: 559.98px) {
    .days {
      padding: 0;
      border: 0;
      border-radius: 0;
      background: none;
      ${writeOn('page')}
    }
  }
  .foot > :is(.note, .quiet) {
    flex: 1 0 100%;
  }
  .foot > .quiet {
    padding: 0;
    text-align: center;
  }
  .sum {
    display: flex;
    flex: 1 1 auto;
    flex-direction: column-reverse;
  }
  /* On a line of its own where its text does not fit beside the sum. */
  .foot .primary {
    flex: 4 1 auto;
    width: auto;
    padding-inline: 8px;
  }
  @container (min-width: 820px) {
    .panel,
    booking-price-selection {
      scroll-margin-bottom: 24px;
    }
    .side {
      display: block;
      width: 392px;
      margin-inline-start: 32px;
    }
    .prices {
      margin-top: 16px;
      border-bottom: 0;
      border-radius: var(--_radius) var(--_radius) 0 0;
    }
    .foot {
      padding: 12px 16px 16px;
      border-inline: 1px solid var(--_line);
      border-bottom: 1px solid var(--_line);
      border-radius: 0 0 var(--_radius) var(--_radius);
    }
    .sum {
      flex-direction: row;
      align-items: baseline;
      justify-content: space-between;
    }
    .foot > :is(.sum, .primary) {
      flex: 1 0 100%;
    }
  }
`;

export const choiceStyles = [base, columns, startsInsteadStyles, own, promisesStyles];

import { css } from 'lit';

/** One column, and the last of it a dock; two where there is room, and it is the panel's foot. */
export const choiceStyles = css`
  :host {
    container-type: inline-size;
    /* The dock lies over what is here, and over nothing of the page. */
    isolation: isolate;
  }
  .quiet {
    margin-bottom: 4px;
  }
  .side {
    display: contents;
  }
  .panel {
    scroll-margin: 16px 0 128px;
  }
  booking-products {
    margin-top: 16px;
  }
  .small:is(.hint, .stale) {
    margin-top: 12px;
  }
  .foot {
    z-index: 1;
    order: 1;
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 16px;
    padding: 12px 0;
    border-top: 1.5px dashed var(--_line);
    background: var(--_surface);
  }
  /* Where little is seen at once, as much as possible of that is what to choose from. */
  @media (min-height: 400px) {
    .foot {
      position: sticky;
      bottom: var(--booking-inset-bottom, 0);
    }
  }
  .foot > .note {
    flex: 1 0 100%;
  }
  .sum {
    display: flex;
    flex: 1 0 auto;
    flex-direction: column-reverse;
    max-width: 100%;
  }
  .foot .primary {
    flex: 1 0 45%;
    width: auto;
  }
  @container (min-width: 820px) {
    .side {
      display: block;
      position: sticky;
      top: 16px;
      align-self: start;
      width: 392px;
      margin-inline-start: 32px;
    }
    .prices {
      margin-top: 16px;
      border-bottom: 0;
      border-end-start-radius: 0;
      border-end-end-radius: 0;
      padding-bottom: 12px;
    }
    .foot {
      padding: 0 16px 16px;
      border: 1px solid var(--_line);
      border-top: 0;
      border-end-start-radius: var(--_radius);
      border-end-end-radius: var(--_radius);
    }
    .sum {
      flex: 1 0 100%;
      flex-direction: row;
      justify-content: space-between;
      align-items: baseline;
      padding-top: 12px;
      border-top: 1.5px dashed var(--_line);
    }
    .foot .primary {
      flex-basis: 100%;
    }
  }
  @container (max-width: 340px) {
    .panel {
      padding: 12px;
    }
  }
`;

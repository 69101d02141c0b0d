import { css } from 'lit';

/** Text beside a panel if there is room. The panel stays in view while the text is scrolled. */
export const columns = css`
  :host {
    container-type: inline-size;
  }
  .columns {
    display: grid;
    gap: 32px;
  }
  .columns > * {
    min-width: 0;
  }
  @container (min-width: 820px) {
    .columns {
      grid-template-columns: minmax(0, 1fr) 392px;
    }
    .side {
      position: sticky;
      top: 16px;
      align-self: start;
    }
  }
  @container (max-width: 340px) {
    .panel {
      padding: 12px;
    }
  }
`;

import { css } from 'lit';

/** Text beside a panel where there is room; the panel stays in sight while the text is read. */
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

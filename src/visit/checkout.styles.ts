import { css } from 'lit';

export const checkoutStyles = css`
  .title {
    margin: 4px 0 0;
  }
  h3.heading,
  .group-title {
    margin-top: 32px;
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
  .side > .problem {
    margin-top: 8px;
  }
`;

import { css } from 'lit';

export const checkoutStyles = css`
  .title {
    margin: 4px 0 0;
  }
  h3.heading {
    margin-top: 32px;
  }
  .terms {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 0 12px;
    margin-top: 16px;
  }
  .terms input {
    width: 24px;
    height: 24px;
    margin: 0;
    accent-color: var(--_accent);
  }
  .terms .problem {
    grid-column: 2;
  }
  details {
    margin-top: 8px;
  }
  summary {
    cursor: pointer;
    padding: 4px 0;
  }
  .text {
    max-height: 12em;
    overflow: auto;
    padding-inline-end: 8px;
    overflow-wrap: anywhere;
  }
  .text > * + * {
    margin-top: 8px;
  }
  .text :is(ul, ol) {
    padding-inline-start: 20px;
  }
  .note {
    margin-bottom: 16px;
  }
  .primary,
  .law {
    margin-top: 12px;
  }
  .privacy {
    display: block;
    margin-top: 8px;
  }
`;

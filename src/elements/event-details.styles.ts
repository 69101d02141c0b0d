import { css } from 'lit';

export const eventDetailsStyles = css`
  :host {
    container-type: inline-size;
  }
  .title {
    margin-bottom: 12px;
    overflow-wrap: anywhere;
  }
  .picture {
    margin-bottom: 16px;
    border-radius: var(--_radius);
  }
  .prose {
    max-width: 68ch;
    overflow-wrap: anywhere;
  }
  .prose > * + * {
    margin-top: 12px;
  }
  .prose h4 {
    font-size: 1em;
    font-weight: 620;
  }
  .prose :is(ul, ol) {
    padding-inline-start: 20px;
  }
  .prose blockquote {
    margin: 12px 0 0;
    padding-inline-start: 16px;
    color: var(--_muted);
  }
  .highlights {
    display: grid;
    gap: 8px;
    margin: 16px 0 0;
    list-style: none;
  }
  .highlights li {
    position: relative;
    padding-inline-start: 24px;
  }
  .highlights li::before {
    content: '';
    position: absolute;
    inset-inline-start: 2px;
    top: 0.5em;
    width: 12px;
    height: 6px;
    border-left: 2px solid var(--_accent);
    border-bottom: 2px solid var(--_accent);
    transform: rotate(-45deg);
  }
  dl {
    display: grid;
    grid-template-columns: minmax(5em, auto) minmax(0, 1fr);
    gap: 8px 16px;
    margin-top: 24px;
    max-width: 68ch;
  }
  @container (max-width: 400px) {
    dl {
      grid-template-columns: minmax(0, 1fr);
      gap: 0;
    }
    dd {
      margin-bottom: 8px;
    }
  }
  dt {
    color: var(--_muted);
  }
  dd {
    overflow-wrap: anywhere;
  }
  .skeleton {
    display: block;
    width: 80%;
    margin-bottom: 12px;
  }
`;

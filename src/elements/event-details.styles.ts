import { css } from 'lit';
import { base } from '../styles/base.ts';
import { pictureStyles } from './parts/picture.ts';

const own = css`
  :host {
    container-type: inline-size;
  }
  .page {
    display: flex;
    flex-direction: column;
    gap: 16px;
  }
  .title {
    margin-bottom: 12px;
    overflow-wrap: anywhere;
  }
  .picture {
    margin-bottom: 16px;
    border-radius: var(--_radius);
    aspect-ratio: 3.5;
  }
  .more {
    display: block;
    margin-bottom: -8px;
  }
  .prose {
    /* Longer texts are read from their own side. */
    text-align: start;
    max-width: 68ch;
    overflow-wrap: anywhere;
  }
  .prose:not(.expanded) {
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
    overflow: hidden;
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
    color: var(--_muted-text);
  }
  .highlights {
    display: grid;
    gap: 8px;
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
    grid-template-columns: fit-content(40%) minmax(0, 1fr);
    gap: 8px 16px;
    max-width: 68ch;
  }
  dl:not(:first-child) {
    margin-top: 16px;
  }
  .links {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 24px;
    margin-top: 16px;
  }
  dt {
    min-width: 6.5em;
    color: var(--_muted-text);
  }
  :is(dt, dd) {
    overflow-wrap: anywhere;
  }
  @container (min-width: 820px) {
    .page {
      display: grid;
      grid-template: auto 1fr / minmax(0, 1fr) auto;
      column-gap: 0;
    }
    ::slotted(*) {
      grid-area: 1 / 2 / span 2;
    }
    .picture {
      aspect-ratio: 2;
    }
    .prose:not(.expanded) {
      display: block;
    }
    .more {
      display: none;
    }
  }
  .waiting {
    min-height: 2em;
  }
  .skeleton {
    display: block;
    width: 80%;
    margin-bottom: 12px;
  }
`;

export const eventDetailsStyles = [base, pictureStyles, own];

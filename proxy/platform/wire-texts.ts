import { z } from 'zod';
import { limitsOfTerms, parseHtml, toHref, toPlainText } from './html.ts';
import { stringOrNumber } from './wire-values.ts';

// Texts of the platform as a page can show them: without markup, or as a tree of allowed nodes.

const MAX_TEXT = 10_000;

export const text = stringOrNumber
  .transform((value) => toPlainText(String(value).slice(0, MAX_TEXT)))
  .catch('');
/** A text without which the item cannot be shown. */
export const name = text.pipe(z.string().trim().min(1));
const htmlText = z.string().catch('');
export const html = htmlText.transform((text) => parseHtml(text));
export const terms = htmlText.transform((text) => parseHtml(text, limitsOfTerms));
/** An http(s) address; empty for anything else. */
export const webAddress = text
  .transform(toHref)
  .transform((address) => (address?.startsWith('http') ? address : ''));

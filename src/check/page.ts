import { type Finding, fine, unwise, wrong } from './finding.ts';

/** Pixels: the smallest window of a bank’s second step, by the rules of 3-D Secure (EMV). */
const STEP_WIDTH = 250;
const STEP_HEIGHT = 400;

/** Checks the page around the widget: its document, its origin and its storage. */
export function checkPage(page: Document): Finding[] {
  return [
    ...checkDocument(page),
    ...checkFrame(),
    ...(isSecure() ? [] : [unwise('This page is not on https: nobody should type a name here.')]),
    ...(self.origin === 'null'
      ? [
          wrong(
            'This page is in a sandboxed frame without an origin, which no proxy can allow: add allow-same-origin to the frame.',
          ),
        ]
      : []),
    ...(hasStorage()
      ? []
      : [unwise('sessionStorage is refused here: after a reload a begun booking is gone.')]),
  ];
}

function checkDocument(page: Document): Finding[] {
  const hasViewport = page.querySelector('meta[name="viewport" i]') !== null;
  const found = [
    page.compatMode === 'CSS1Compat'
      ? undefined
      : unwise('The page has no <!doctype html>: browsers lay it out as in 1998.'),
    hasViewport || window.top !== window
      ? undefined
      : unwise(
          'The page has no <meta name="viewport" content="width=device-width">: on phones all of it is tiny.',
        ),
    page.characterSet === 'UTF-8'
      ? undefined
      : unwise(`The page is ${page.characterSet}, not UTF-8.`),
  ].filter((finding) => finding !== undefined);
  return found.length > 0 ? found : [fine('The page itself is as it should be.')];
}

function checkFrame(): Finding[] {
  const isSmall = innerWidth < STEP_WIDTH || innerHeight < STEP_HEIGHT;
  return [
    ...(window.top !== window && isSmall
      ? [
          unwise(
            `This frame has ${innerWidth} × ${innerHeight} px: where a bank asks for a second step of a payment (3-D Secure), it needs ${STEP_WIDTH} × ${STEP_HEIGHT} px or more.`,
          ),
        ]
      : []),
    ...(isInForeignFrame()
      ? [
          unwise(
            'This page is in a frame of another site: who pays by what leads to another page, such as PayPal, comes back to the whole window, where the booking is not known. Offer cards alone, or put the tag into the page itself.',
          ),
        ]
      : []),
  ];
}

function isInForeignFrame(): boolean {
  try {
    // Throws if it is of another origin.
    return window.top?.location.href === '';
  } catch {
    return true;
  }
}

function isSecure(): boolean {
  return window.isSecureContext;
}

function hasStorage(): boolean {
  try {
    return typeof sessionStorage.length === 'number';
  } catch {
    return false;
  }
}

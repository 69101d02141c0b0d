import { answerTagged } from '../cache/response-cache.ts';
import { get, type OpenRoute } from './route.ts';

/** Texts by path: `booking-widget.js`, `messages/de.json`. */
export type Assets = Readonly<Record<string, string>>;

const SCRIPT = 'booking-widget.js';
const hashed = /^booking-widget-\w+\.js$/;
/** Where the script is told its proxy, so that it may be renamed, combined or copied. */
const PLACEHOLDER = '__BOOKING_PROXY__';

const shortLived = 'public, max-age=300, stale-while-revalidate=604800';
const immutable = 'public, max-age=31536000, immutable';

/**
 * The built files as they are served: the script knows its proxy, and is there under the hash of
 * its bytes as well.
 */
export async function prepareAssets(built: Assets, publicUrl: string) {
  const text = built[SCRIPT]?.replaceAll(PLACEHOLDER, () => publicUrl);
  if (text === undefined) return { assets: built };
  const digest = await crypto.subtle.digest('SHA-384', new TextEncoder().encode(text));
  const base64 = btoa(String.fromCharCode(...new Uint8Array(digest)));
  const name = `booking-widget-${base64.replace(/[+/=]/g, '').slice(0, 16)}.js`;
  const assets = { ...built, [SCRIPT]: text, [name]: text };
  return { assets, script: { name, integrity: `sha384-${base64}` } };
}

/** The widget and its words: for any page, whatever query an optimiser appends. */
export function widgetRoutes(assets: Assets): OpenRoute[] {
  return Object.entries(assets).map(([path, text]) => {
    const type = path.endsWith('.js') ? 'text/javascript' : 'application/json';
    const answer = answerTagged(text, {
      'Content-Type': `${type}; charset=utf-8`,
      'Cache-Control': hashed.test(path) ? immutable : shortLived,
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    });
    return get(`/${path}`, () => answer);
  });
}

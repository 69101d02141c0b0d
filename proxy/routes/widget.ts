import { paths } from '#contract/paths';
import { cacheControl } from '../cache/policies.ts';
import type { ResponseCache } from '../cache/response-cache.ts';
import { openToAll } from '../http/cors.ts';
import type { PublicRoute } from './route.ts';

/** Texts by their path relative to the root: `booking-widget.js`, `messages/de.json`. */
export type Assets = Readonly<Record<string, string>>;

/** The script under the hash of its bytes, and the `integrity` for a snippet that pins it. */
export interface HashedScript {
  readonly name: string;
  readonly integrity: string;
}

const SCRIPT = paths.script.slice(1);
/** The hashed name that `prepareAssets` gives the script. */
const HASHED = /^booking-widget-\w{16}\.js$/;
/** Replaced by the proxy's URL, so that the script may be renamed, combined or copied. */
const PLACEHOLDER = '__BOOKING_PROXY__';

/**
 * The built files as they are served: with the proxy's URL in the script, and the script also under
 * its hashed name.
 */
export async function prepareAssets(
  built: Assets,
  publicUrl: string,
): Promise<{ readonly assets: Assets; readonly script?: HashedScript }> {
  const assets = Object.fromEntries(
    Object.entries(built).map(([name, text]) => [
      name,
      name.endsWith('.js') ? text.replaceAll(PLACEHOLDER, () => publicUrl) : text,
    ]),
  );
  const text = assets[SCRIPT];
  if (text === undefined) return { assets };
  const digest = await crypto.subtle.digest('SHA-384', new TextEncoder().encode(text));
  const base64 = btoa(String.fromCharCode(...new Uint8Array(digest)));
  const name = `booking-widget-${base64.replace(/[+/=]/g, '').slice(0, 16)}.js`;
  return {
    assets: { ...assets, [name]: text },
    script: { name, integrity: `sha384-${base64}` },
  };
}

/** The widget and its messages, for any page and with any query that an optimiser appends. */
export function widgetRoutes(assets: Assets, responses: ResponseCache): PublicRoute[] {
  return Object.entries(assets).map(([name, body]) => {
    const isScript = name.endsWith('.js');
    const isHashed = HASHED.test(name);
    const type = isScript ? 'text/javascript' : 'application/json';
    const headers = {
      'Content-Type': `${type}; charset=utf-8`,
      'Cache-Control': isHashed ? cacheControl.hashedAsset : cacheControl.asset,
      Vary: 'Accept-Encoding',
    };
    const path = `/${name}`;
    return {
      path,
      corsHeaders: openToAll,
      handle: (request) =>
        // The query does not change the bytes.
        responses.get({ ...request, key: path }, [body], () => ({ body, headers, effort: 'best' })),
    };
  });
}

import { paths } from '#contract/paths';
import { cacheControl } from '../cache/policies.ts';
import type { ResponseCache } from '../cache/response-cache.ts';
import { openToAll } from '../http/cors.ts';
import { ProblemError } from '../http/problems.ts';
import type { HttpHeaders } from '../http/response.ts';
import type { FirstResponsesOf } from './first-responses.ts';
import type { KeptScripts } from './kept-scripts.ts';
import type { PublicRoute } from './route.ts';

/** Texts by their path relative to the root: `booking-widget.js`, `messages/de.json`. */
export type Assets = Readonly<Record<string, string>>;

/** The script under the hash of its bytes, and the `integrity` for a snippet that pins it. */
export interface HashedScript {
  readonly name: string;
  readonly integrity: string;
}

const SCRIPT = paths.script.slice(1);
/** The name that `prepareAssets` gives the script, and the build gives the second one. */
const HASHED = /^booking-widget-(second-)?\w{16}\.js$/;
/** Replaced by the proxy's URL, so that the script may be renamed, combined or copied. */
const PLACEHOLDER = '__BOOKING_PROXY__';
/** Replaced by the first responses, inside a string literal of the script. */
const FIRST_RESPONSES = '__BOOKING_FIRST_RESPONSES__';

/**
 * The built files as they are served: with the proxy's URL in the script, and the script also under
 * its hashed name, where it has no responses in it.
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
  const script = assets[SCRIPT];
  if (script === undefined) return { assets };
  const text = withResponses(script, '');
  const digest = await crypto.subtle.digest('SHA-384', new TextEncoder().encode(text));
  const base64 = btoa(String.fromCharCode(...new Uint8Array(digest)));
  const name = `booking-widget-${base64.replace(/[+/=]/g, '').slice(0, 16)}.js`;
  return {
    assets: { ...assets, [name]: text },
    script: { name, integrity: `sha384-${base64}` },
  };
}

/** The widget and its messages, for any page and with any query that an optimiser appends. */
export function widgetRoutes(
  assets: Assets,
  responses: ResponseCache,
  firstResponsesOf: FirstResponsesOf,
  keptScripts: KeptScripts,
): PublicRoute[] {
  const current = Object.entries(assets).map(([name, body]): PublicRoute => {
    const path = `/${name}`;
    const headers = headersOf(name);
    if (name !== SCRIPT) {
      return {
        path,
        corsHeaders: openToAll,
        // The query does not change the bytes.
        handle: (request) =>
          responses.get({ ...request, key: path }, [body], () => ({
            body,
            headers,
            effort: 'best',
          })),
      };
    }
    const code = withResponses(body, '');
    return {
      path,
      corsHeaders: openToAll,
      async handle(request) {
        await keptScripts.areKept();
        const written = await firstResponsesOf(request.site);
        if (!written) {
          return responses.get({ ...request, key: path }, [body], () => ({
            body: code,
            headers,
            effort: 'best',
          }));
        }
        const key = JSON.stringify([path, request.site]);
        return responses.get({ ...request, key }, [body, written], () => ({
          body: withResponses(body, written.json),
          // Whoever has the code keeps it, because a page asks for current responses anyway.
          tagged: code,
          headers,
          effort: 'good',
        }));
      },
    };
  });
  return [...current, keptScript(responses, keptScripts)];
}

/** The scripts of earlier releases, which pages may still need. */
function keptScript(responses: ResponseCache, keptScripts: KeptScripts): PublicRoute {
  return {
    path: '/:name{booking-widget-[\\w-]+\\.js}',
    corsHeaders: openToAll,
    async handle(request) {
      const name = request.path.slice(1);
      const body = HASHED.test(name) ? await keptScripts.find(name) : undefined;
      if (body === undefined) throw new ProblemError('not-found');
      return responses.get({ ...request, key: request.path }, [body], () => ({
        body,
        headers: headersOf(name),
        effort: 'good',
      }));
    },
  };
}

/** Those whose names have a hash in them. */
export function hashedScripts(assets: Assets): ReadonlyMap<string, string> {
  return new Map(Object.entries(assets).filter(([name]) => HASHED.test(name)));
}

function headersOf(name: string): HttpHeaders {
  const type = name.endsWith('.js') ? 'text/javascript' : 'application/json';
  return {
    'Content-Type': `${type}; charset=utf-8`,
    'Cache-Control': HASHED.test(name) ? cacheControl.hashedAsset : cacheControl.asset,
    Vary: 'Accept-Encoding',
  };
}

/** The script with this JSON in it, escaped for a string literal with any kind of quotes. */
function withResponses(script: string, json: string): string {
  const escaped = json.replace(/["'`\\$<\u2028\u2029]/g, toEscape);
  return script.replaceAll(FIRST_RESPONSES, () => escaped);
}

function toEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

import type { Context } from 'hono';
import { ProblemError } from '../problems.ts';
import type { Route } from './route.ts';
import { answerTagged, tag } from './tagged.ts';

/** Texts by path: `booking-widget.js`, `messages/de.json`. */
export type Assets = Readonly<Record<string, string>>;

const SCRIPT = 'booking-widget.js';
/** Where the script is told its proxy, so that it may be renamed, combined or copied. */
const PLACEHOLDER = '__BOOKING_PROXY__';

const shortLived = 'public, max-age=300, stale-while-revalidate=604800';
const immutable = 'public, max-age=31536000, immutable';

/** The script as it is served, and the `integrity` that a snippet may pin it with. */
interface Script {
  readonly text: string;
  readonly hash: string;
  readonly integrity: string;
}

export async function prepareScript(
  assets: Assets,
  publicUrl: string,
): Promise<Script | undefined> {
  const text = assets[SCRIPT]?.replaceAll(PLACEHOLDER, () => publicUrl);
  if (text === undefined) return undefined;
  const digest = await crypto.subtle.digest('SHA-384', new TextEncoder().encode(text));
  const base64 = btoa(String.fromCharCode(...new Uint8Array(digest)));
  const hash = base64.replace(/[+/=]/g, '').slice(0, 16);
  return { text, hash, integrity: `sha384-${base64}` };
}

/** The widget and its words: for any page, whatever query an optimiser appends. */
export function widgetRoutes(assets: Assets, publicUrl: string): Route[] {
  const script = prepareScript(assets, publicUrl);

  return [
    {
      method: 'GET',
      path: `/${SCRIPT}`,
      async handle(c) {
        return answer(c, (await script)?.text, 'text/javascript', shortLived);
      },
    },
    {
      method: 'GET',
      path: '/:script{booking-widget-[A-Za-z0-9]{16}\\.js}',
      async handle(c) {
        const served = await script;
        const isServed = c.req.param('script') === `booking-widget-${served?.hash}.js`;
        return answer(c, isServed ? served?.text : undefined, 'text/javascript', immutable);
      },
    },
    {
      method: 'GET',
      path: '/messages/:file{[A-Za-z-]{2,10}\\.json}',
      async handle(c) {
        const text = assets[`messages/${c.req.param('file')}`];
        return answer(c, text, 'application/json', shortLived);
      },
    },
  ];
}

async function answer(
  { req }: Context,
  text: string | undefined,
  type: string,
  cacheControl: string,
): Promise<Response> {
  if (text === undefined) throw new ProblemError('not-found');
  return answerTagged(req.raw, await tag(text), {
    'Content-Type': `${type}; charset=utf-8`,
    'Cache-Control': cacheControl,
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  });
}

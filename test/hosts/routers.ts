import type { Host } from './host.ts';
import { headWith } from './npm-libraries.ts';

const LINKS =
  '<nav><a href="?">Home</a> <a href="?tours">Tours</a> <a href="?about">About us</a></nav>';
const VIEW = '<h1>Canoe club</h1>WIDGET';
const CLIENT_LINKS = LINKS.replaceAll('href="?', 'data-navigo href="/');

/** A page on which a router shows the views. */
export interface RouterHost extends Host {
  /** The event that tells that a view is rendered. */
  readonly tellsRender: string;
  /** Whether each step back and forward renders the view again, also at the same address. */
  readonly rendersSteps?: true;
}

/** Pages whose links, and whose way back, are a router’s from npm: the document stays. */
export const routers: readonly RouterHost[] = [
  {
    name: 'turbo',
    head: headWith(['@hotwired/turbo/dist/turbo.es2017-umd.js'], ''),
    body: `${LINKS}<main>${VIEW}</main>`,
    tellsRender: 'turbo:render',
    rendersSteps: true,
  },
  {
    name: 'htmx, which boosts links',
    head: headWith(['htmx.org/dist/htmx.min.js'], ''),
    attributes: 'lang="en" hx-boost="true"',
    body: `${LINKS}<main>${VIEW}</main>`,
    // Of a link, and of a step back or forward.
    tellsRender: 'htmx:load',
    rendersSteps: true,
  },
  {
    name: 'navigo, which renders a view again at each address',
    head: headWith(
      ['navigo/lib/navigo.min.js'],
      `const router = new Navigo(location.pathname);
      const view = document.querySelector("template").innerHTML;
      const show = (html) => () => { document.querySelector("main").innerHTML = html; document.dispatchEvent(new Event("shown")); };
      router.on("/tours", show(view)).on("/about", show("<h1>About us</h1>")).on("/", show("<h1>Home</h1>"));
      router.resolve();`,
    ),
    tag: '<booking-widget lang="en" deep-links></booking-widget>',
    body: `${CLIENT_LINKS}<main></main><template>${VIEW}</template>`,
    tellsRender: 'shown',
  },
];

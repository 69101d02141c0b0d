import { type Host, TRIGGER } from './host.ts';
import { DEBIAN, PACKAGES } from './host-pages.ts';

/** A page that uses a library from npm. */
export interface LibraryHost extends Host {
  /** What a visitor does first, so that the widget can be seen. */
  readonly first?: Deed;
  /** What the console says of the wheel over the dialog, if a capture listener takes it. */
  readonly takesWheel?: RegExp;
  /** What a visitor does with the page's own part after the booking. */
  readonly then: Deed;
}

/** What somebody does, and an expression of the page that is true after it. */
export interface Deed {
  readonly press?: readonly [role: string, name: string];
  readonly key?: string;
  /** Turns the wheel. */
  readonly wheel?: true;
  readonly shows: string;
}

type Page = Omit<LibraryHost, 'name' | 'head'>;

/** A button that opens the dialog, on a page that is much higher than its window. */
const BUTTON = `<booking-button lang="en"><a href="https://vendor.example">${TRIGGER}</a></booking-button>`;
const inDialog = { tag: BUTTON, opensFrom: 'button' } as const;
const LONG = '<div style="height: 3000px">Our tours</div>';
const FIXED = 'style="position: fixed; bottom: 0; left: 0; z-index: 1"';

/**
 * The head of a page with files of libraries: those from npm by their path there.
 * @param setUp a script that runs when the page is there
 */
export function headWith(files: readonly string[], setUp: string): string {
  const addresses = files.map((file) => (file.startsWith('/') ? file : PACKAGES + file));
  const loads = addresses.map((address) =>
    address.endsWith('.css')
      ? `<link rel="stylesheet" href="${address}">`
      : `<script src="${address}"></script>`,
  );
  return `${loads.join('')}<script>addEventListener("DOMContentLoaded", () => { ${setUp} });</script>`;
}

const using = (name: string, files: readonly string[], setUp: string, page: Page): LibraryHost => ({
  name,
  head: headWith(files, setUp),
  body: `<main>WIDGET${LONG}</main>`,
  ...page,
});

/**
 * A library that replaces methods of the browser; the page uses it at a press.
 * @param use an expression
 */
const replacing = (name: string, files: readonly string[], setUp: string, use: string) =>
  // The driver's axe comes first, because it does not start beside all of them.
  using(name, ['axe-core/axe.min.js', ...files], setUp, {
    body: `<button onclick="window.used = ${use}" ${FIXED}>Use it</button>WIDGET`,
    then: { press: ['button', 'Use it'], shows: 'window.used' },
  });

/**
 * Keeps what a frame would print: a browser's dialog for printing stays open, and holds up all
 * further pages.
 */
const PRINTED = `const { get } = Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, "contentWindow");
  Object.defineProperty(HTMLIFrameElement.prototype, "contentWindow", {
    get() {
      const frame = get.call(this);
      if (frame) frame.print = () => (window.printed = frame.document.body.innerText);
      return frame;
    },
  });`;

const wheelScrolls: Deed = { wheel: true, shows: 'scrollY > 0' };

/** What a site may have beside the widget. */
export const npmLibraries: readonly LibraryHost[] = [
  using('lenis', ['lenis/dist/lenis.min.js'], 'new Lenis({ autoRaf: true });', {
    ...inDialog,
    then: wheelScrolls,
  }),
  using(
    'locomotive-scroll',
    [
      'locomotive-scroll/bundled/locomotive-scroll.css',
      'locomotive-scroll/bundled/locomotive-scroll.min.js',
    ],
    'new LocomotiveScroll();',
    { ...inDialog, then: wheelScrolls },
  ),
  using(
    'gsap, whose ScrollTrigger scrolls the page',
    ['gsap/dist/gsap.min.js', 'gsap/dist/ScrollTrigger.min.js'],
    'gsap.registerPlugin(ScrollTrigger); ScrollTrigger.normalizeScroll(true);',
    { ...inDialog, then: wheelScrolls },
  ),
  using(
    'gsap, whose Observer goes from section to section',
    ['gsap/dist/gsap.min.js', 'gsap/dist/Observer.min.js'],
    `gsap.registerPlugin(Observer); window.section = 0;
    Observer.create({ type: "wheel,touch,pointer", preventDefault: true, wheelSpeed: -1, tolerance: 10,
      onUp: () => { window.section += 1; }, onDown: () => { window.section += 1; } });`,
    { ...inDialog, then: { wheel: true, shows: 'section > 0' } },
  ),
  using(
    'gsap, whose Observer captures the wheel',
    ['gsap/dist/gsap.min.js', 'gsap/dist/Observer.min.js'],
    `gsap.registerPlugin(Observer); window.section = 0;
    Observer.create({ type: "wheel", preventDefault: true, capture: true, onUp: () => { window.section += 1; },
      onDown: () => { window.section += 1; } });`,
    {
      ...inDialog,
      takesWheel: /capture listener of this page prevents wheel events .* cannot scroll here/,
      then: { wheel: true, shows: 'section > 0' },
    },
  ),
  using(
    'mousetrap',
    ['mousetrap/mousetrap.min.js'],
    `window.shortcuts = 0;
    const keys = ["a", "e", "x", "@", ".", "mod+x", "mod+v", "enter", "space", "backspace", "pagedown", "/"];
    Mousetrap.bind(keys, () => { window.shortcuts += 1; return false; });`,
    { then: { key: '/', shows: 'shortcuts === 1' } },
  ),
  using('htmx', ['htmx.org/dist/htmx.min.js'], '', {
    body: `<main hx-boost="true"><button hx-get="" hx-select="#more" hx-target="#here" ${FIXED}>More</button><p id="here"></p><template><p id="more">Tours</p></template><p id="more" hidden>More tours</p>WIDGET</main>`,
    then: {
      press: ['button', 'More'],
      shows: 'document.querySelector("#here #more") !== null',
    },
  }),
  using('barba', ['@barba/core/dist/barba.umd.js'], 'barba.init();', {
    ...inDialog,
    body: `<div data-barba="wrapper"><main data-barba="container" data-barba-namespace="tours"><a href="?about">About us</a>WIDGET${LONG}</main></div>`,
    then: {
      press: ['link', 'About us'],
      shows: 'location.search === "?about" && !document.querySelector("booking-dialog").isOpen',
    },
  }),
  using('swup', ['swup/dist/Swup.umd.js'], 'window.swup = new Swup();', {
    ...inDialog,
    body: `<main id="swup" class="transition-main"><a href="?about">About us</a>WIDGET${LONG}</main>`,
    then: { press: ['link', 'About us'], shows: 'location.search === "?about"' },
  }),
  using(
    'alpine',
    [],
    'document.head.append(Object.assign(document.createElement("script"), { src: "/npm/alpinejs/dist/cdn.min.js" }));',
    {
      body: `<div x-data="{ isOpen: false, typed: 0 }" @keydown.window="typed += 1" @keydown.escape.window="isOpen = false" ${FIXED}><button @click="isOpen = true">Menu</button><ul x-show="isOpen" @click.outside="isOpen = false"><li id="item">Tours</li></ul></div>WIDGET`,
      then: {
        press: ['button', 'Menu'],
        shows: 'document.querySelector("#item").checkVisibility()',
      },
    },
  ),
  using(
    'bootstrap 3, in whose modal the button is',
    [
      'bootstrap3/dist/css/bootstrap.min.css',
      'jquery/dist/jquery.min.js',
      'bootstrap3/dist/js/bootstrap.min.js',
    ],
    '$("#modal").modal("show");',
    {
      ...inDialog,
      body: `<div class="modal" id="modal" tabindex="-1" role="dialog" aria-label="Tours"><div class="modal-dialog"><div class="modal-content">WIDGET</div></div></div>${LONG}`,
      then: { key: 'Escape', shows: '!document.body.classList.contains("modal-open")' },
    },
  ),
  using(
    'bootstrap 5, in whose modal the button is',
    ['bootstrap/dist/css/bootstrap.min.css', 'bootstrap/dist/js/bootstrap.bundle.min.js'],
    'new bootstrap.Modal("#modal").show();',
    {
      ...inDialog,
      body: `<div class="modal" id="modal" tabindex="-1" aria-label="Tours"><div class="modal-dialog"><div class="modal-content">WIDGET</div></div></div>${LONG}`,
      then: { key: 'Escape', shows: '!document.body.classList.contains("modal-open")' },
    },
  ),
  using(
    'bootstrap 5, in whose offcanvas the widget is',
    ['bootstrap/dist/css/bootstrap.min.css', 'bootstrap/dist/js/bootstrap.bundle.min.js'],
    'new bootstrap.Offcanvas("#side").show();',
    {
      body: `<div class="offcanvas offcanvas-start" id="side" tabindex="-1" aria-label="Tours" style="width: 700px"><div class="offcanvas-body">WIDGET</div></div>${LONG}`,
      then: { key: 'Escape', shows: '!document.querySelector("#side").classList.contains("show")' },
    },
  ),
  using(
    'jquery’s UI, in whose dialog the button is',
    [
      'jquery-ui/dist/themes/base/jquery-ui.min.css',
      'jquery/dist/jquery.min.js',
      'jquery-ui/dist/jquery-ui.min.js',
    ],
    '$("#tours").dialog({ modal: true });',
    {
      ...inDialog,
      body: `<div id="tours" title="Tours">WIDGET</div>${LONG}`,
      then: { key: 'Escape', shows: '!$("#tours").dialog("isOpen")' },
    },
  ),
  using(
    'jquery’s UI, which forbids selecting, and drags and sorts all around the widget',
    ['jquery/dist/jquery.min.js', 'jquery-ui/dist/jquery-ui.min.js'],
    '$(document.body).disableSelection(); $("#list").sortable(); $("#box").draggable(); $("#tabs").tabs();',
    {
      body: `<div id="box"><div id="list"><div>WIDGET</div></div></div><div id="tabs" ${FIXED}><ul><li><a href="#one">One</a></li><li><a href="#two">Two</a></li></ul><p id="one">First</p><p id="two">Second</p></div>`,
      then: { press: ['tab', 'Two'], shows: '$("#tabs").tabs("option", "active") === 1' },
    },
  ),
  using('aos', ['aos/dist/aos.css', 'aos/dist/aos.js'], 'AOS.init();', {
    ...inDialog,
    body: `<main><div data-aos="fade-up">WIDGET</div>${LONG}<p data-aos="zoom-in" id="below">Below</p></main>`,
    then: { wheel: true, shows: 'scrollY > 0 && document.querySelector(".aos-animate") !== null' },
  }),
  using(
    'glightbox',
    ['glightbox/dist/css/glightbox.min.css', 'glightbox/dist/js/glightbox.min.js'],
    'GLightbox({ touchNavigation: true, keyboardNavigation: true });',
    {
      ...inDialog,
      body: `<main><a class="glightbox" href="#tour" data-width="300px">A picture</a>WIDGET<p id="tour">A tour</p>${LONG}</main>`,
      then: {
        press: ['link', 'A picture'],
        shows: 'document.querySelector(".glightbox-open") !== null',
      },
    },
  ),
  using(
    'splide, in whose slide the widget is',
    ['@splidejs/splide/dist/css/splide.min.css', '@splidejs/splide/dist/js/splide.min.js'],
    'window.splide = new Splide(".splide", { keyboard: "global", drag: true, speed: 1 }).mount();',
    {
      body: '<section class="splide" aria-label="Tours"><div class="splide__track"><ul class="splide__list"><li class="splide__slide">WIDGET</li><li class="splide__slide">Our tours</li></ul></div></section>',
      then: { key: 'ArrowRight', shows: 'splide.index === 1' },
    },
  ),
  using(
    'vanilla-cookieconsent, which loads the script once somebody agrees',
    [
      'vanilla-cookieconsent/dist/cookieconsent.css',
      'vanilla-cookieconsent/dist/cookieconsent.umd.js',
    ],
    `CookieConsent.run({
      disablePageInteraction: true, hideFromBots: false,
      categories: { booking: {} },
      language: { default: "en", translations: { en: {
        consentModal: { title: "Cookies", acceptAllBtn: "Agree" },
        preferencesModal: { title: "Cookies", acceptAllBtn: "Agree", sections: [] },
      } } },
    });`,
    {
      script: '<script type="text/plain" data-category="booking" data-src="SCRIPT" async></script>',
      first: {
        press: ['button', 'Agree'],
        shows: 'customElements.get("booking-widget") !== undefined',
      },
      then: { key: 'a', shows: 'CookieConsent.acceptedCategory("booking")' },
    },
  ),
  using(
    'print-js, which prints a copy of a part of the page',
    ['print-js/dist/print.js'],
    PRINTED,
    {
      body: `<button onclick="printJS('tours', 'html')" ${FIXED}>Print our tours</button><main id="tours">WIDGET</main>`,
      then: {
        press: ['button', 'Print our tours'],
        shows: '/^Order \\w{6}$/m.test(window.printed)',
      },
    },
  ),
  replacing(
    'MooTools 1.4.5, which replaces bind and Object.values',
    [`${DEBIAN}mootools/mootools-core.min.js`, `${DEBIAN}mootools/mootools-more.min.js`],
    '',
    '[1, 2].contains(2)',
  ),
  replacing(
    'Prototype 1.7, which replaces find, map, every, some, reverse and Array.from',
    [`${DEBIAN}prototype/prototype.js`],
    '',
    '[1, 2].include(2)',
  ),
  replacing(
    'Sugar 1.5, which replaces what takes a function',
    ['sugar1/sugar-full.js'],
    '',
    '[1, 2].last() === 2',
  ),
  replacing(
    'Sugar 2, which replaces what takes a function',
    ['sugar/dist/sugar.js'],
    'Sugar.extend();',
    '[1, 2].last() === 2',
  ),
  replacing(
    'Datejs, which replaces Date.parse',
    ['datejs/lib/date.js'],
    '',
    "Date.parse('12.5.2027') !== null",
  ),
  replacing(
    'es6-shim, which replaces Set and Math.round',
    ['es6-shim/es6-shim.js', 'es6-shim/es6-sham.js'],
    '',
    'Math.round(1.5) === 2',
  ),
  replacing(
    'XRegExp 2, which replaces what takes a pattern',
    ['xregexp2/xregexp-all.js'],
    'XRegExp.install("natives");',
    "XRegExp('a').test('a')",
  ),
  using(
    'a script against copying, which spares the fields that it sees',
    [],
    `const forbid = (event) => /^(input|textarea|select)$/i.test(event.target.nodeName);
    for (const type of ["mousedown", "selectstart", "contextmenu", "copy", "cut", "paste", "dragstart"]) document["on" + type] = forbid;
    document.onkeydown = (event) => forbid(event) || !(event.ctrlKey && "acvx".includes(event.key));`,
    {
      body: `<input aria-label="Newsletter" ${FIXED}>WIDGET`,
      then: {
        press: ['textbox', 'Newsletter'],
        shows: 'document.activeElement.localName === "input"',
      },
    },
  ),
];

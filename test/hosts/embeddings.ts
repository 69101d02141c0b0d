import { type Host, TAG, TRIGGER } from './host.ts';

/** Ways in which the tag and its script get into a page. */
export const embeddings: readonly Host[] = [
  { name: 'a div', tag: '<div data-booking-widget data-lang="en"></div>' },
  {
    name: 'a div that comes late',
    tag: '<div id="here"></div>',
    script: `<script async src="SCRIPT"></script><script>addEventListener("load", () => { document.querySelector("#here").innerHTML = '<div data-booking-widget data-lang="en"></div>'; });</script>`,
  },
  {
    name: 'a tag that comes late',
    tag: '<div id="here"></div>',
    script: `<script async src="SCRIPT"></script><script>addEventListener("load", () => { document.querySelector("#here").innerHTML = ${JSON.stringify(TAG)}; });</script>`,
  },
  {
    name: 'a tag and a script that an app makes',
    tag: '<main id="app">Loading</main>',
    script: `<script>setTimeout(() => {
      const script = Object.assign(document.createElement("script"), { src: "SCRIPT" });
      document.querySelector("#app").replaceChildren(document.createElement("booking-widget"), script);
    });</script>`,
  },
  {
    name: 'a view of an app that is left while it loads, and shown again',
    tag: '<main id="app"></main>',
    script: `<script>
      const app = document.querySelector("#app");
      const show = (path, html) => { history.pushState({}, "", path); app.innerHTML = html; };
      show("?tickets", ${JSON.stringify(TAG)});
      document.head.append(Object.assign(document.createElement("script"), {
        src: "SCRIPT",
        onload: () => { show("?about", "About us"); setTimeout(() => show("?tickets", ${JSON.stringify(TAG)})); },
      }));
    </script>`,
  },
  {
    name: 'a button that opens a dialog',
    tag: `<booking-button lang="en"><a href="https://vendor.example">${TRIGGER}</a></booking-button>`,
    opensFrom: 'button',
  },
  {
    name: 'a link of its own that opens a dialog',
    tag: `<a href="https://vendor.example" data-booking-button data-lang="en">${TRIGGER}</a>`,
    opensFrom: 'link',
  },
  {
    name: 'a tag that is moved',
    script:
      '<aside></aside><script async src="SCRIPT"></script><script>addEventListener("load", () => document.querySelector("aside").append(document.querySelector("booking-widget")));</script>',
  },
  {
    name: 'a tag that is removed while loading, and put back',
    script:
      '<script>const tag = document.querySelector("booking-widget"); tag.remove(); addEventListener("load", () => document.body.append(tag));</script><script async src="SCRIPT"></script>',
  },
  {
    name: 'the script twice',
    script: '<script async src="SCRIPT"></script><script async src="SCRIPT?again"></script>',
  },
  {
    name: 'the script renamed, from another host',
    script: '<script async src="COPY" data-booking-script data-affiliate="copy"></script>',
  },
  { name: 'the script as a module', script: '<script type="module" src="SCRIPT"></script>' },
  { name: 'the script in the head', head: '<script src="SCRIPT"></script>', script: '' },
  { name: 'the script deferred', script: '<script defer src="SCRIPT"></script>' },
  {
    name: 'the script delayed until somebody moves',
    script:
      '<script>addEventListener("load", () => setTimeout(() => document.body.append(Object.assign(document.createElement("script"), { src: "SCRIPT" })), 300));</script>',
  },
  {
    name: 'a consent manager that marks the script, and lets it run later',
    script: `<script type="text/plain" data-category="marketing" data-consent="analytics" data-vendor="c:booking-Kx7" data-src="SCRIPT"></script><script>addEventListener("load", () => {
      const marked = document.querySelector("[data-src]");
      const script = document.createElement("script");
      for (const { name, value } of marked.attributes) if (name !== "type") script.setAttribute(name.replace("data-src", "src"), value);
      marked.replaceWith(script);
    });</script>`,
  },
  {
    name: 'the script within another one',
    script:
      '<script>fetch("SCRIPT").then((response) => response.text()).then((text) => { (0, eval)("var before = 1;" + text + ";var behind = 1;"); });</script>',
  },
  { name: 'several on a page', body: 'WIDGET<hr>WIDGET', nth: 1 },
  {
    name: 'a closed shadow root',
    tag: '<div id="here"></div>',
    script: `<script async src="SCRIPT"></script><script>document.querySelector("#here").attachShadow({ mode: "open" }).innerHTML = ${JSON.stringify(TAG)};</script>`,
  },
  {
    name: 'a place that is hidden at first',
    body: '<div hidden id="tab">WIDGET</div>',
    script:
      '<script async src="SCRIPT"></script><script>addEventListener("load", () => setTimeout(() => document.querySelector("#tab").hidden = false, 200));</script>',
  },
];

import { TAG, type Host } from './host.ts';

/** How the tag and its script come into a page. */
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
  { name: 'the script as a module', script: '<script type="module" src="SCRIPT"></script>' },
  { name: 'the script in the head', head: '<script src="SCRIPT"></script>', script: '' },
  { name: 'the script deferred', script: '<script defer src="SCRIPT"></script>' },
  {
    name: 'the script delayed until somebody moves',
    script:
      '<script>addEventListener("load", () => setTimeout(() => document.body.append(Object.assign(document.createElement("script"), { src: "SCRIPT" })), 300));</script>',
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

import { ownDocument } from '../page/unshadowed.ts';
import type { Finding } from './finding.ts';

const marks: Readonly<Record<Finding['state'], string>> = {
  wrong: 'Wrong',
  told: 'Console',
  unwise: 'Better',
  fine: 'Fine',
};

const STYLES = `
  :host { all: initial; position: fixed; inset: 16px 16px auto auto; z-index: 2147483647;
    width: min(480px, 100% - 32px); max-height: calc(100% - 32px); overflow: auto; box-sizing: border-box;
    padding: 16px; border: 2px solid #15181c; border-radius: 12px; background: #fff; color: #15181c;
    font: 15px/1.45 system-ui, sans-serif; }
  h2 { margin: 0 0 8px; font-size: 17px; }
  dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 8px 12px; margin: 0; }
  dt { font-weight: 650; } .wrong, .told { color: #a8201a; } .unwise { color: #8a4b00; } .fine { color: #0b6e63; }
  dd { margin: 0; overflow-wrap: anywhere; }
  button { float: inline-end; min-height: 32px; font: inherit; }
`;

export interface Report {
  /** Shows the findings over the page, in place of those before. */
  show(findings: readonly Finding[]): void;
  /** Prints them in the console. */
  print(findings: readonly Finding[]): void;
}

export function openReport(page: Document): Report {
  const host = page.createElement('div');
  host.setAttribute('role', 'region');
  host.setAttribute('aria-label', 'Booking check');
  const root = host.attachShadow({ mode: 'open' });
  addStyles(root);

  const close = withText('button', 'Close');
  let isClosed = false;
  close.addEventListener('click', () => {
    isClosed = true;
    host.remove();
  });
  const list = page.createElement('dl');
  root.append(close, withText('h2', 'Booking check'), list);

  return {
    show(findings) {
      list.replaceChildren(...findings.flatMap(row));
      if (!host.isConnected && !isClosed) page.body.append(host);
    },
    print(findings) {
      // eslint-disable-next-line no-console -- it is meant for whoever builds the page
      console.table(findings.map(({ state, text }) => ({ '': marks[state], text })));
    },
  };

  function row({ state, text }: Finding): HTMLElement[] {
    const term = withText('dt', marks[state]);
    term.className = state;
    return [term, withText('dd', text)];
  }

  function withText(tag: string, text: string): HTMLElement {
    const element = page.createElement(tag);
    element.textContent = text;
    return element;
  }
}

/** Older browsers have no constructable style sheets, and a style element is subject to policies. */
function addStyles(root: ShadowRoot): void {
  if ('replaceSync' in CSSStyleSheet.prototype && 'adoptedStyleSheets' in root) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLES);
    root.adoptedStyleSheets = [sheet];
  } else {
    const style = ownDocument.createElement('style');
    style.textContent = STYLES;
    root.append(style);
  }
}

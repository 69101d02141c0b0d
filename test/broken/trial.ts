import type { CDPSession, Page } from 'playwright-core';
import { ORDER } from '../support/customer/customer.ts';
import { customer } from '../support/customer/playwright.ts';
import type { Journey } from '../support/journey.ts';
import { type Builtin, replacing } from './builtins.ts';

/** When the page replaces the builtin: before or after the widget's script has run. */
export const steps = ['before', 'after'] as const;
export type Step = (typeof steps)[number];

export interface Trial {
  readonly builtin: Builtin;
  readonly step: Step;
}

/** What has gone wrong; empty for nothing. */
export type Verdict = readonly string[];

/** Milliseconds. Whatever takes longer has not happened. */
const LONGEST = 20_000;

/** It stays where the widget's script cannot start. */
const LINK = 'Book elsewhere';
const TAG = `<booking-widget lang="en"><a href="https://vendor.example">${LINK}</a></booking-widget>`;

const OWN_PART = '<button id="own" onclick="this.value = \'pressed\'">The page’s own</button>';

/** Runs in a world of its own, whose builtins nobody replaces. All text that a person can read. */
const READ = `(() => {
  const read = (node) => {
    if (node.nodeType === 3) return node.data;
    if (node.nodeType === 1 && !(node.checkVisibility() || node.localName === 'slot')) return '';
    if (/^(style|script|button\\b#own)$/.test(node.localName ?? '')) return '';
    const below = node.shadowRoot ?? node;
    const nodes = node.localName === 'slot' ? node.assignedNodes() : below.childNodes;
    return [...nodes].map(read).join(' ');
  };
  return [...document.querySelectorAll('booking-widget')].map(read).join(' ');
})()`;

/** Amounts, times and everything that is no figure at all. */
const FIGURES =
  /NaN|undefined|Infinity|Invalid Date|\[object[^\]]*\]|[€$£]\s?[-\d.,]*\d|\b\d{1,2}:\d{2}\b|At most \d+/g;

export async function tryOut(
  journey: Journey,
  trial: Trial | undefined,
  figures: Set<string>,
  name: string,
): Promise<Verdict> {
  const { page, complaints } = await journey.visitPage(
    `${OWN_PART}${trial ? scriptOf(trial) : ''}${TAG}${journey.script}`,
  );
  const cdp = await page.context().newCDPSession(page);
  const said = () => complaints.filter((text) => text.includes('<booking-widget>'));
  try {
    return await Promise.race([book(journey, page, cdp, trial, figures, name, said), frozen(cdp)]);
  } finally {
    // The browser process ends a page that does not respond.
    void page
      .context()
      .close()
      .catch(() => undefined);
  }
}

/** All that a page loads has run by its `load` event, and the widget looks then. */
function scriptOf({ builtin, step }: Trial): string {
  const replace = replacing(builtin);
  if (step === 'before') return `<script>${replace}</script>`;
  return `<script>customElements.whenDefined('booking-widget').then(() => { ${replace} });</script>`;
}

/** Resolves when the page has not responded for too long. A watchdog outside of the page. */
async function frozen(cdp: CDPSession): Promise<Verdict> {
  for (;;) {
    const alive = await Promise.race([
      cdp.send('Runtime.evaluate', { expression: '1' }).then(
        () => 'alive',
        () => 'closed',
      ),
      new Promise((resolve) => setTimeout(resolve, 3 * LONGEST, 'frozen')),
    ]);
    if (alive === 'closed') return new Promise(() => undefined);
    if (alive === 'frozen') return ['the tab is frozen'];
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

async function book(
  journey: Journey,
  page: Page,
  cdp: CDPSession,
  trial: Trial | undefined,
  figures: Set<string>,
  name: string,
  said: () => readonly string[],
): Promise<Verdict> {
  const me = customer(page);
  const wrong = new Set<string>();
  const { frameTree } = await cdp.send('Page.getFrameTree');
  const { executionContextId } = await cdp.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
  });
  const read = async (): Promise<string> => {
    const { result } = await cdp.send('Runtime.evaluate', {
      expression: READ,
      contextId: executionContextId,
    });
    return String(result.value).replace(/\s+/g, ' ');
  };
  const look = async (): Promise<void> => {
    for (const figure of (await read()).match(FIGURES) ?? []) {
      if (!trial) figures.add(figure);
      else if (!figures.has(figure)) wrong.add(`wrong figure: ${figure}`);
    }
  };
  const sentence = me.widget
    .getByRole('alert')
    .or(page.getByRole('link', { name: LINK }))
    .filter({ visible: true })
    .first();
  /** Whether the customer goes on, and does not read why not. */
  const goesOn = async (act: () => Promise<unknown>): Promise<boolean> => {
    const went = await Promise.race([
      act().then(
        () => 'on',
        () => 'nowhere',
      ),
      sentence.waitFor({ timeout: 2 * LONGEST }).then(
        () => 'read',
        () => 'nowhere',
      ),
    ]);
    await look();

    if (went === 'nowhere') wrong.add('silent: the customer neither goes on nor reads why');
    return went === 'on';
  };
  page.setDefaultTimeout(LONGEST);
  // The control sees each figure, however short it is on screen.
  const watching = trial ? undefined : setInterval(() => look().catch(() => undefined), 20);
  page.on('close', () => clearInterval(watching));
  const isThrough =
    (await goesOn(() => me.appears('button', 'Kayak on the Spree'))) &&
    (await goesOn(async () => {
      await me.event('Kayak on the Spree');
      await me.appears('button', /28 November 2026, from/);
    })) &&
    (await goesOn(async () => {
      await me.day(/28 November 2026, from/);
      await me.time(/^14:00/);
      await me.add('Adult');
      await me.press('Continue');
      await me.appears('heading', 'Your details');
    })) &&
    (await goesOn(async () => {
      await me.fillIn(name);
      await me.press(ORDER);
      await me.says('Booked. See you');
    }));
  if (isThrough) await look();

  const ordered = (await journey.books()).find((order) => order.name === name);
  if (ordered && !(await read()).includes(ordered.code)) {
    const isThere = await page
      .getByText(ordered.code)
      .filter({ visible: true })
      .first()
      .waitFor({ timeout: LONGEST })
      .then(
        () => true,
        () => false,
      );
    if (!isThere) wrong.add('a code is lost');
  }
  if (!isThrough && said().length === 0) wrong.add('the console names no cause');
  if (new Set(said()).size < said().length) wrong.add('the console says the same twice');
  await page.click('#own', { timeout: LONGEST }).catch(() => undefined);
  if ((await page.locator('#own[value=pressed]').count()) === 0) {
    wrong.add('the page’s own part does not work');
  }
  return [...wrong];
}

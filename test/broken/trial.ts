import type { CDPSession, Page } from 'playwright-core';
import { customer } from '../support/customer/playwright.ts';
import { ORDER } from '../support/customer/customer.ts';
import type { Journey } from '../support/journey.ts';
import { replacing, type Builtin, type Kind } from './builtins.ts';

/** When the page replaces the builtin: with this on the screen. */
export const steps = ['list', 'event', 'checkout', 'placing', 'ticket'] as const;
export type Step = (typeof steps)[number];

export interface Trial {
  readonly builtin: Builtin;
  readonly kind: Kind;
  readonly step: Step;
}

/** What has gone wrong; empty for nothing. */
export type Verdict = readonly string[];

/** Milliseconds. Whatever takes longer has not happened. */
const LONGEST = 20_000;

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
  const { page } = await journey.visitPage(
    `${OWN_PART}<booking-widget lang="en"></booking-widget>${journey.script}`,
  );
  const cdp = await page.context().newCDPSession(page);
  const said: string[] = [];

  page.on('console', (message) => {
    if (message.text().startsWith('<booking-widget>')) said.push(message.text());
  });
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
  said: string[],
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
  const sentence = me.widget.getByRole('alert').filter({ visible: true }).first();
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
  const breakNow = async (step: Step): Promise<void> => {
    if (trial?.step !== step) return;
    const { exceptionDetails } = await cdp.send('Runtime.evaluate', {
      expression: replacing(trial.builtin, trial.kind),
    });
    if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails));
  };
  const reach = (step: Step, act: () => Promise<unknown>) => async (): Promise<boolean> => {
    if (!(await goesOn(act))) return false;
    await breakNow(step);
    return true;
  };

  page.setDefaultTimeout(LONGEST);
  // The control sees each figure, however short it is on screen.
  const watching = trial ? undefined : setInterval(() => look().catch(() => undefined), 20);
  page.on('close', () => clearInterval(watching));
  let release = () => {};
  const isAsked = new Promise<void>((resolve) => {
    if (trial?.step !== 'placing') return;
    const released = new Promise<void>((free) => (release = free));
    void page.route('**/checkout/orders', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      const response = await route.fetch();
      resolve();
      await released;
      await route.fulfill({ response });
    });
  });

  const isThrough =
    (await reach('list', () => me.appears('button', 'Kayak on the Spree'))()) &&
    (await reach('event', async () => {
      await me.event('Kayak on the Spree');
      await me.appears('button', /28 November 2026, from/);
    })()) &&
    (await reach('checkout', async () => {
      await me.day(/28 November 2026, from/);
      await me.time(/^14:00/);
      await me.add('Adult');
      await me.press('Continue');
      await me.appears('heading', 'Your details');
    })()) &&
    (await reach('ticket', async () => {
      await me.fillIn(name);
      await me.press(ORDER);
      if (trial?.step === 'placing') {
        await isAsked;
        await breakNow('placing');
        release();
      }
      await me.says('Booked. See you');
    })());
  if (isThrough) {
    if (trial?.step === 'ticket') await goesOn(() => me.press('Copy link'));
    await look();
  }

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
  if (!isThrough && said.length === 0) wrong.add('the console names no cause');
  if (new Set(said).size < said.length) wrong.add('the console says the same twice');
  await page.click('#own', { timeout: LONGEST }).catch(() => undefined);
  if ((await page.locator('#own[value=pressed]').count()) === 0) {
    wrong.add('the page’s own part does not work');
  }
  return [...wrong];
}

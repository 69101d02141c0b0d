import { expect, fixture, html } from '@open-wc/testing';
import { WorkbenchPlatformCheck } from '../../demo/workbench/platform-check.ts';
import type { CheckedRule, CheckPlatform } from '../../demo/workbench/platform-control.ts';
import { page } from '../support/page.ts';
import { until } from '../support/time.ts';

customElements.define('workbench-platform-check', WorkbenchPlatformCheck);

const kept: CheckedRule = {
  at: 1,
  of: 3,
  title: 'Event: has no images in responses',
  outcome: 'kept',
  reason: '',
  sentence: 'non-empty, unique, base64-encoded image files; not in responses',
  calls: '',
};
const broken: CheckedRule = {
  ...kept,
  at: 2,
  title: 'Event: commission is a whole number from 0 to 100',
  outcome: 'broken',
  reason: '101',
  sentence: 'commission | integer 0..100',
  calls: 'GET /v3/events?type=ALL\nHTTP 200\n[{"commission":101}]',
};
const skipped: CheckedRule = {
  ...kept,
  at: 3,
  title: 'Create event: lists it as it was sent, without images',
  outcome: 'skipped',
  reason: 'writes only with CONFORMANCE_WRITE=1',
};

const all: CheckPlatform = async function* () {
  yield* [kept, broken, skipped];
};
/** Goes on until it is stopped. */
const endless: CheckPlatform = async function* (signal) {
  yield kept;
  await new Promise((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason as Error)),
  );
};

async function open(check: CheckPlatform) {
  const el = await fixture<WorkbenchPlatformCheck>(
    html`<workbench-platform-check .checkPlatform=${check}></workbench-platform-check>`,
  );
  const me = page(el);
  const says = (text: string) => until(() => me.text().includes(text), text);
  return { el, me, says };
}

describe('the check of a real platform in the workbench', () => {
  it('begins at a press, and is accessible before, meanwhile and afterwards', async () => {
    const { el, me, says } = await open(all);
    expect(me.text()).to.contain('by reading alone');
    await expect(el).to.be.accessible();

    await me.click('button', 'Check this platform');

    await says('All 3 rules: 1 kept, 1 broken, 1 not looked at.');
    await expect(el).to.be.accessible();
    const going = await open(endless);
    await going.me.click('button', 'Check this platform');
    await going.says('1 of 3 rules');
    await expect(going.el).to.be.accessible();
  });

  it('shows a broken rule with the reason, the specification’s sentence and the calls', async () => {
    const { me, says } = await open(all);

    await me.click('button', 'Check this platform');
    await says('All 3 rules');

    const list = me.within('list', 'Broken').text();
    expect(list).to.contain('Event: commission is a whole number from 0 to 100');
    expect(list).to.contain('The specification: commission | integer 0..100');
    expect(list).to.contain('GET /v3/events?type=ALL HTTP 200 [{"commission":101}]');
  });

  it('counts what was not looked at, and names it with the reason', async () => {
    const { me, says } = await open(all);

    await me.click('button', 'Check this platform');
    await says('Not looked at: 1');

    expect(me.text()).to.contain(
      'Create event: lists it as it was sent, without images: writes only with CONFORMANCE_WRITE=1',
    );
  });

  it('says how far it is, is stopped by the same button, and can begin again', async () => {
    const { me, says } = await open(endless);

    await me.click('button', 'Check this platform');
    await says('1 of 3 rules, 1 kept, 0 broken, 0 not looked at');
    expect(me.find<HTMLProgressElement>('progressbar', 'Rules tried')).to.include({
      value: 1,
      max: 3,
    });
    await me.click('button', 'Stop');

    await says('1 of 3 rules: 1 kept, 0 broken, 0 not looked at. Stopped.');
    expect(me.has('progressbar')).to.equal(false);
    expect(me.has('button', 'Check it again')).to.equal(true);
  });

  it('says why it has ended', async () => {
    const failing = await open(async function* () {
      yield kept;
      throw new Error('network error');
    });
    await failing.me.click('button', 'Check this platform');
    await failing.says('The check has ended: network error');

    const superseded = await open(async function* () {
      yield kept;
    });
    await superseded.me.click('button', 'Check this platform');
    await superseded.says('Another tab has begun a check.');
  });

  it('ends with the page', async () => {
    let isStopped = false;
    const { el, me, says } = await open(async function* (signal) {
      signal.addEventListener('abort', () => (isStopped = true));
      yield* endless(signal);
    });
    await me.click('button', 'Check this platform');
    await says('1 of 3 rules');

    el.remove();

    expect(isStopped).to.equal(true);
  });
});

import { expect } from '@open-wc/testing';
import { DAY } from '#contract/milliseconds';
import { type Visit, visit } from '../elements/visit.ts';
import { until } from '../support/time.ts';

const field = (me: Visit) => me.find<HTMLInputElement>('searchbox');

async function search(me: Visit, text: string): Promise<void> {
  await me.fill(/Search|Suchen/, text);
  me.timers.pass(200);
  await me.el.updateComplete;
}

describe('booking-widget, whose search names a day', () => {
  it('fills in the day, and searches for the rest', async () => {
    const me = await visit();
    await me.appears('button', 'Kayak on the Spree');
    await until(() => customElements.get('booking-day-grid') !== undefined, 'the second script');

    await search(me, 'kayak 28 nov');
    await me.says('with places for 1 participant on Sat');
    expect(me.has('button', 'Lantern night walk')).to.equal(false);
    // Somebody may go on with “november”.
    expect(field(me).value).to.equal('kayak 28 nov');

    field(me).blur();
    await me.el.updateComplete;
    await until(() => field(me).value === 'kayak', 'the rest of the text');
    expect(me.has('button', /^Choose a day: Sat,? 28 Nov$/)).to.equal(true);

    await me.press('Show all');
    await me.appears('button', 'Choose a day: Any day');
    expect(field(me).value).to.equal('kayak');
  });

  it('takes the day back with the text that named it', async () => {
    const me = await visit({ day: '2026-11-29' });
    await me.appears('button', 'Kayak on the Spree');
    await until(() => customElements.get('booking-day-grid') !== undefined, 'the second script');

    await search(me, 'kayak tomorrow');
    const tomorrow = me.el.clock() + DAY;
    await me.says(`on ${new Date(tomorrow).toLocaleDateString('en', { weekday: 'short' })}`);
    await search(me, 'kayak monday');
    await me.says('on Mon');
    await search(me, 'kayak');

    await me.appears('button', /^Choose a day: Sun,? 29 Nov$/);
  });
});

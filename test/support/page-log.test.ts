import { expect } from '@open-wc/testing';
import { expectLog, judgeLog } from './page-log.ts';

/** A test as Mocha knows it. */
const passed = (): { state: string; err?: Error } => ({ state: 'passed' });

describe('what a page logs', () => {
  it('fails the test that did not expect it, and no other', () => {
    console.error('no', 'good');
    const [one, other] = [passed(), passed()];

    judgeLog(one);
    judgeLog(other);

    expect(one.state).to.equal('failed');
    expect(one.err?.message).to.equal('The page logged: error: no good');
    expect(other.state).to.equal('passed');
  });

  it('may be expected, and then has to come', () => {
    const [logs, logsNothing] = [passed(), passed()];

    expectLog(/^warn: sold out/);
    console.warn('sold out');
    judgeLog(logs);
    expectLog(/^warn: sold out/);
    judgeLog(logsNothing);

    expect(logs.state).to.equal('passed');
    expect(logsNothing.err?.message).to.equal('The page did not log: /^warn: sold out/');
  });
});

import { mock } from 'node:test';
import type { TestContext } from 'vitest';
import type { OrderOptions } from '../../src/domain/attempt.ts';
import type { VisitController } from '../../src/visit/visit-controller.ts';

/** The tabs of one origin, which hear each other's messages until the end of the test. */
export function openOrigin(t: TestContext) {
  const name = crypto.randomUUID();
  const channels: BroadcastChannel[] = [];
  const said: string[] = [];
  const open = () => {
    const channel = new BroadcastChannel(name);
    channels.push(channel);
    return channel;
  };
  t.onTestFinished(() => channels.forEach((channel) => channel.close()));
  const [listener, speaker] = [open(), open()];
  let isHeard = () => {};
  listener.onmessage = ({ data }) => {
    if (data === 'last') isHeard();
    else said.push(JSON.stringify(data));
  };

  /** Resolves when all messages and the responses to them are delivered. */
  async function delivered(): Promise<void> {
    for (let round = 0; round < 3; round += 1) {
      await new Promise<void>((resolve) => {
        isHeard = resolve;
        speaker.postMessage('last');
      });
      await new Promise(setImmediate);
    }
  }

  return {
    open,
    /** Every message, as it was heard. */
    said,
    delivered,
    /**
     * Presses the order button of a tab, on mocked timers: every other tab hears the question before
     * the wait for it is over.
     */
    async order({ visit }: { visit: VisitController }, options?: OrderOptions): Promise<void> {
      let isOver = false;
      void visit.order(options).finally(() => (isOver = true));
      await delivered();
      while (!isOver) {
        mock.timers.tick(90);
        await new Promise(setImmediate);
      }
    },
  };
}

import type { TestContext } from 'node:test';

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
  t.after(() => channels.forEach((channel) => channel.close()));
  const [listener, speaker] = [open(), open()];
  let isHeard = () => {};
  listener.onmessage = ({ data }) => {
    if (data === 'last') isHeard();
    else said.push(JSON.stringify(data));
  };

  return {
    open,
    /** Every message, as it was heard. */
    said,
    /** Resolves when all messages and the responses to them are delivered. */
    async delivered(): Promise<void> {
      for (let round = 0; round < 3; round += 1) {
        await new Promise<void>((resolve) => {
          isHeard = resolve;
          speaker.postMessage('last');
        });
        await new Promise(setImmediate);
      }
    },
  };
}

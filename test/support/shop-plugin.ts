import type { TestRunnerPlugin } from '@web/test-runner';
import { openShop, type Shop } from '../../demo/shop.ts';
import { freePorts } from './free-port.ts';
import { SATURDAY } from './journey.ts';

/** Starts the shop for tests in the runner's page, which can ask for its address and its orders. */
export function shopPlugin(): TestRunnerPlugin {
  let shop: Shop | undefined;
  return {
    name: 'shop',
    async serverStart({ config }) {
      const [demo = 0, proxy = 0, sandbox = 0] = await freePorts(3);
      shop = await openShop({
        ports: { demo, proxy, sandbox },
        clock: () => SATURDAY,
        origins: [`http://localhost:${config.port}`],
        log: () => undefined,
      });
    },
    serverStop: () => shop?.close(),
    async executeCommand({ command }) {
      if (command === 'proxy-address') return shop?.proxy;
      if (command !== 'books') return undefined;
      const response = await fetch(`${shop?.sandbox}/sandbox/orders`);
      return response.json();
    },
  };
}

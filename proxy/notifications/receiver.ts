import type { IntentIndex } from '../orders/intent-index.ts';
import type { Notification } from '../platform/notification.ts';
import type { SiteRegistry } from '../site-registry.ts';

/** Takes the platform's notifications of all sites. */
export interface Receiver {
  /**
   * A notification is a hint: what it says of its order is which one it is. The platform is asked
   * for the rest, later and for many orders at once. Only payments are taken from it, because they
   * are nowhere else to be had. One of an order that is not ours changes nothing.
   */
  receive(notification: Notification): Promise<void>;
}

export function createReceiver(
  index: Pick<IntentIndex, 'findByOrder'>,
  sites: Pick<SiteRegistry, 'find'>,
): Receiver {
  return {
    async receive(notification) {
      const address = await index.findByOrder(notification.order);
      if (!address) return;
      await sites.find(address.site)?.orders.receive(address.id, notification);
    },
  };
}

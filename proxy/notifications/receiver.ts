import type { IntentIndex } from '../journal/intent-index.ts';
import type { Notification } from '../platform/notification.ts';
import type { SiteRegistry } from '../site-registry.ts';

/** Takes the platform's notifications for all sites. */
export interface Receiver {
  /**
   * A notification is only a hint that an order has changed: the status is read from the platform,
   * in the background and for many orders at once. Only payments are taken from the body, because
   * no operation of the platform returns them. Notifications about other orders are ignored.
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

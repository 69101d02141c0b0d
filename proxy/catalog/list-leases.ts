import type { Store } from '../store/store.ts';
import { CATALOG_LEASE } from '../time-limits.ts';

/** The leases whose holder calls the platform. */
export interface ListLeases {
  /** Takes or extends a lease, and resolves to whether this instance holds it. */
  acquire(lease: string): Promise<boolean>;
  /** Called after a failure, so that another instance can try. */
  release(lease: string): Promise<void>;
  /** Extends all leases of this instance. */
  extend(): Promise<void>;
}

export function createListLeases(
  store: Pick<Store, 'acquire' | 'release' | 'announce'>,
): ListLeases {
  const ours = new Set<string>();

  async function acquire(lease: string): Promise<boolean> {
    const isOurs = await store.acquire(lease, CATALOG_LEASE);
    if (isOurs) ours.add(lease);
    else ours.delete(lease);
    return isOurs;
  }

  return {
    acquire,

    async release(lease) {
      ours.delete(lease);
      await store.release(lease);
      await store.announce();
    },

    async extend() {
      for (const lease of ours) await acquire(lease);
    },
  };
}

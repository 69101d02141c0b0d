import { fitsPath } from '../ids.ts';
import type { Priority } from '../ports.ts';
import type { SiteConfig } from '../sites.ts';
import type { Call, Query } from './client.ts';
import { listParameters } from './list-parameters.ts';
import { pathOf } from './operations.ts';

/** The calls of one site, with the parameters that each list always has. */
export interface Calls {
  list(name: 'events' | 'products' | 'dates', query: Query, priority?: Priority): Call;
  datesOfEvent(eventId: string, query: Query, priority?: Priority): Call;
  /** The orders under a reference, of any status. */
  findOrders(external_reference: string): Call;
}

const operationOf = {
  events: 'listEvents',
  products: 'listProducts',
  dates: 'listDates',
} as const;

export function createCalls(site: SiteConfig): Calls {
  const parameters = listParameters(site);

  function list(name: 'events' | 'products' | 'dates', query: Query, priority?: Priority): Call {
    return {
      operation: name,
      class: name,
      priority,
      path: pathOf(operationOf[name]),
      query: { ...parameters[name], ...query },
    };
  }

  return {
    list,

    datesOfEvent(eventId, query, priority) {
      if (!fitsPath(eventId)) return list('dates', { ...query, accept_events: eventId }, priority);
      const call = { ...list('dates', query, priority), operation: 'dates-of-event' };
      return { ...call, path: pathOf('listDatesOfEvent', { event_id: eventId }) };
    },

    findOrders: (external_reference) =>
      ordersCall(
        'find-orders',
        { accept_external_reference: external_reference, ...parameters.orders },
        'order',
      ),
  };
}

export function ordersCall(operation: string, query: Query, priority?: Priority): Call {
  return { operation, class: 'orders', priority, path: pathOf('listOrders'), query };
}

/** A live read for a quote or an order: counted separately, and never refused. */
export function asLive(call: Call): Call {
  return { ...call, class: 'quotes', priority: 'order' };
}

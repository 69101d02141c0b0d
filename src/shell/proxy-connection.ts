import { type BookingClient, createBookingClient } from '../client/booking-client.ts';
import type { ExchangeOptions } from '../client/exchange.ts';
import { httpAddress } from '../domain/address.ts';
import { isIntact } from '../page/builtins.ts';
import {
  type DeclaredAddresses,
  isDeclaredProxy,
  isSetByMarkup,
} from '../page/declared-addresses.ts';
import { adviceOnConnection, adviceOnProxy } from '../page/setup-advice.ts';
import { tellReseller } from '../page/tell-reseller.ts';
import { ownDocument } from '../page/unshadowed.ts';
import { defaults } from './defaults.ts';

/** The public members of the widget that say which proxy it asks, and how. */
export interface ConnectedWidget extends Element {
  readonly proxy: string;
  readonly site: string;
  readonly fetch: typeof fetch;
  readonly clock: () => number;
}

/** The proxy that a tag names, if it may name it. */
export interface ProxyConnection {
  readonly client: BookingClient;
  /** Loads the texts. If the tag's proxy is refused, they come from the script's own proxy. */
  readonly library: BookingClient;
  /** The resolved address of the proxy; empty if it is invalid or refused. */
  readonly address: string;
  /** Whether only markup names the proxy, and the script tag does not allow it. */
  readonly isRefused: boolean;
  /** The name of the `BroadcastChannel` to other tabs with the same proxy and site. */
  readonly channelName: string;
}

/** @param declared what the script tag allows; undefined in the npm package */
export function connectToProxy(
  widget: ConnectedWidget,
  declared: DeclaredAddresses | undefined,
): ProxyConnection {
  const { proxy: written, site } = widget;
  const named = written || declared?.proxy || '.';
  const isAllowed =
    !declared || !isSetByMarkup(widget, 'proxy', written) || isDeclaredProxy(named, declared);
  const resolved = httpAddress(named, ownDocument.baseURI);
  tellReseller(...adviceOnProxy(named, resolved, !isAllowed));
  const address = isAllowed ? resolved : '';
  const client = clientOf(widget, address);
  return {
    client,
    library: isAllowed ? client : clientOf(widget, declared.proxy),
    address,
    isRefused: !isAllowed && resolved !== '',
    channelName: ['booking', address, site].join('|'),
  };
}

function clientOf(widget: ConnectedWidget, proxy: string): BookingClient {
  const options: ExchangeOptions = {
    proxy,
    site: widget.site,
    // Read at each call, so that nothing loads again when a framework sets a new `fetch`.
    fetch: async (input, init) => {
      if (!isIntact()) throw new Error('the page has broken what the widget uses');
      // A browser's own `fetch` refuses to be called as a method of the widget.
      const { fetch } = widget;
      const response = await ask(() => fetch(input, init), proxy);
      // TypeScript does not know of pages whose own `fetch` returns nothing.
      if (!response as boolean) tellReseller('gets no response from the fetch of this page.');
      return response;
    },
    clock: () => widget.clock(),
  };
  return createBookingClient(options, defaults.firstResponses);
}

/**
 * Names what only a script of the page throws, at whatever step; a network that fails is nothing to
 * be mended.
 */
async function ask(fetch: () => Promise<Response>, proxy: string): Promise<Response> {
  try {
    return await fetch();
  } catch (error) {
    const isOfBrowser = error instanceof TypeError || error instanceof DOMException;
    if (!isOfBrowser) tellReseller(...adviceOnConnection({ kind: 'connection' }, proxy, true));
    throw error;
  }
}

/** A token, the create, and the create again after a 401. */
const REQUESTS_OF_A_SEND = 3;

/** How long an order may take to be sent and responded to, in milliseconds, and then is too late. */
export function sendTimeOf(config: { readonly PLATFORM_TIMEOUT_SECONDS: number }): number {
  return REQUESTS_OF_A_SEND * config.PLATFORM_TIMEOUT_SECONDS * 1000;
}

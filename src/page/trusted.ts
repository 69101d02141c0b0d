interface Policy {
  createScript(text: string): unknown;
  createScriptURL(url: string): unknown;
}

/** The used part of the Trusted Types API, which TypeScript does not declare. */
interface TrustedTypes {
  createPolicy(name: string, rules: Policy): Policy;
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };

/** Created once, because a page refuses a second policy of the same name. */
let policy: Policy | undefined;

/**
 * A text or an address as a script element accepts it in a page that requires Trusted Types.
 *
 * @throws {TypeError} when the page's policy does not allow ours, `booking-widget`
 */
export function trusted(make: keyof Policy, text: string): string {
  policy ??= trustedTypes?.createPolicy('booking-widget', {
    createScript: (script) => script,
    createScriptURL: (url) => url,
  });
  return (policy?.[make](text) ?? text) as string;
}

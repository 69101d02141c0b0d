interface Policy {
  createScript(text: string): unknown;
  createScriptURL(url: string): unknown;
}

/** What is needed of it; TypeScript does not know it yet. */
interface TrustedTypes {
  createPolicy(name: string, rules: Policy): Policy;
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };

/** A name can be given once in a page. */
let policy: Policy | undefined;

/**
 * What a script element may be given in a page that requires Trusted Types: a text, which is data
 * here, or an address.
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

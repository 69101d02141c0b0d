interface Policy {
  createScript(text: string): unknown;
  createScriptURL(url: string): unknown;
}

/** The part of the Trusted Types API that is used here; TypeScript does not declare it. */
interface TrustedTypes {
  createPolicy(name: string, rules: Policy): Policy;
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };

/** Created once, because a page refuses a second policy of the same name. */
let policy: Policy | undefined;

/**
 * Makes a text or an address acceptable to a script element on a page that requires Trusted Types.
 *
 * @throws {TypeError} if the page does not allow the policy `booking-widget`
 */
export function trusted(make: keyof Policy, text: string): string {
  policy ??= trustedTypes?.createPolicy('booking-widget', {
    createScript: (script) => script,
    createScriptURL: (url) => url,
  });
  return (policy?.[make](text) ?? text) as string;
}

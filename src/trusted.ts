import type { TrustedTypePolicy, TrustedTypePolicyFactory } from 'trusted-types/lib';

const { trustedTypes } = window as { trustedTypes?: TrustedTypePolicyFactory };

/** A name can be given once in a page. */
let policy: Pick<TrustedTypePolicy, 'createScript' | 'createScriptURL'> | undefined;

/**
 * What a script element may be given in a page that requires Trusted Types: a text, which is data
 * here, or an address.
 *
 * @throws {TypeError} when the page's policy does not allow ours, `booking-widget`
 */
export function trusted(make: 'createScript' | 'createScriptURL', text: string): string {
  policy ??= trustedTypes?.createPolicy('booking-widget', {
    createScript: (script) => script,
    createScriptURL: (url) => url,
  });
  return (policy?.[make](text) ?? text) as string;
}

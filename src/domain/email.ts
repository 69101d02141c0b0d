/** Of letters, digits, dots and hyphens in any script, some of them not ASCII. */
const INTERNATIONAL = /^(?=.*[^\0-\x7f])[\p{L}\p{M}\p{N}.-]+$/u;

/**
 * The address with its domain in ASCII: `ida@käse.de` is `ida@xn--kse-qla.de` to mail servers, and
 * few systems take it otherwise. An address that has no such domain is returned as it is.
 */
export function withAsciiDomain(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  if (at < 0 || !INTERNATIONAL.test(domain)) return email;
  try {
    return email.slice(0, at + 1) + new URL(`https://${domain}`).hostname;
  } catch {
    return email;
  }
}

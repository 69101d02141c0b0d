/**
 * The mailbox that an e-mail address most likely reaches. Many providers ignore case, dots and
 * everything after a plus, so one mailbox has any number of addresses. Only for counting.
 */
export function mailboxOf(email: string): string {
  const [name = '', domain = ''] = email.toLowerCase().split('@');
  return `${name.replace(/\+.*/, '').replaceAll('.', '')}@${domain}`;
}

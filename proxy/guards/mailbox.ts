/**
 * The mailbox that an e-mail address most likely reaches: many providers ignore case, dots and what
 * stands behind a plus, and so one mailbox has any number of addresses. It is for counting alone.
 */
export function mailboxOf(email: string): string {
  const [name = '', domain = ''] = email.toLowerCase().split('@');
  return `${name.replace(/\+.*/, '').replaceAll('.', '')}@${domain}`;
}

/** What the checkout asks for besides a name and an e-mail address, where the site sets nothing else. */
export const defaultFields = {
  phone: 'optional',
  /** With the VAT number. */
  company: 'optional',
  billing_address: 'optional',
  comment: 'optional',
  newsletter: 'off',
  participant_name: 'optional',
  participant_email: 'off',
  participant_phone: 'off',
} as const;

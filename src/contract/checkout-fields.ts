/** The checkout's fields besides name and e-mail address, unless the site sets others. */
export const defaultFields = {
  phone: 'optional',
  /** The field for the VAT number is shown with it. */
  company: 'optional',
  billing_address: 'optional',
  comment: 'optional',
  newsletter: 'off',
  participant_name: 'optional',
  participant_email: 'off',
  participant_phone: 'off',
} as const;

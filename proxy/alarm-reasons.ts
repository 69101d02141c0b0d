/** What the operator should do about each alarm; it is logged with the alarm. */
export const remedies = {
  'several-orders':
    'Cancel all of these orders but the one whose code the customer has, which the journal has placed.',
  'order-differs':
    'Compare the order with what was ordered, which the customer sees beside it, and correct it with the vendor.',
  'order-unreadable':
    'Look for the reference on the platform. The customer is told that the order is being checked until it can be read.',
  'intent-unreadable':
    'The row of this intent in the store is damaged. Restore the store, or look for the order on the platform.',
  'placed-after-absent':
    'The customer was told that there is no order. Tell the customer, or cancel it.',
  'placed-after-refused':
    'The customer was told that the order was refused. Tell the customer, or cancel it.',
  'sent-by-other-client':
    'Look for the reference with the platform client that sent the order; this one may not see it.',
  'payment-refused':
    'The payment provider does not make the payment of an order, so its customer cannot order; provider_code says why. Look at the account in its dashboard, and run npm run doctor. A code is repeated every ten minutes at most.',
  'payment-lapses':
    'Ask the vendor to accept or decline this request: its money is held for about a day more.',
  'payment-lapsed':
    'The money of this request is not held any more. If the vendor accepts it after all, its page asks the customer to pay again.',
  'payment-disputed':
    'The customer has asked the bank for the money back. Answer at the provider, whose dashboard has the date until which that is possible.',
  'payment-unreadable':
    'Stripe sends events about payments that the secret key of this site cannot read, so they are of another account or mode. Have that webhook lead elsewhere, or set the keys of its account; npm run doctor says which webhooks lead here.',
  'payment-due':
    'The order is accepted, and its money was not held any more, or the charge of the saved card was refused. Its page, also that of a copied link, asks the customer to pay again until due_hours are over. Tell the customer, or cancel the order.',
  'payment-overdue':
    'The order is accepted, was not paid by the end of due_hours, and does not ask its customer any more. Nothing cancels it by itself: cancel it at the platform, or have it paid another way.',
  'payment-unclear':
    'For an hour the payment provider has not said what became of a capture, a release or a refund; provider_code says why, if it has said anything. Look at its status and at the payment. The proxy goes on asking; after a day a payment that cannot be captured is released, so that its customer can pay again, and a refund is left to you. This alarm is repeated every day.',
  'payment-uncaptured': 'Take the payment yourself at the provider, or cancel the order.',
  'payment-unvoided': 'Release the authorisation yourself at the provider.',
  'payment-unrefunded':
    'The order ended or costs less after it was paid. Give the difference back at the provider: this alarm is repeated every hour until the provider shows the refund.',
} as const;

export type AlarmReason = keyof typeof remedies;
export const alarmReasons = Object.keys(remedies) as AlarmReason[];

/**
 * What can be paid with at Stripe if it is switched on there and fits the currency: money that can be
 * held until the order is placed. Some of these lead the customer to another page and back.
 */
export const heldMethods = [
  'card',
  'affirm',
  'afterpay_clearpay',
  'amazon_pay',
  'cashapp',
  'klarna',
  'link',
  'mobilepay',
  'paypal',
  'revolut_pay',
];

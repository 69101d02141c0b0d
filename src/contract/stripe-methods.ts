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

/**
 * Those, and what can only take the money at once. What is known after days, such as a debit or a
 * transfer, is not among them: the places would be gone by then.
 */
export const allMethods = [
  ...heldMethods,
  'alipay',
  'bancontact',
  'bizum',
  'blik',
  'eps',
  'ideal',
  'p24',
  'pay_by_bank',
  'swish',
  'twint',
  'vipps',
  'wechat_pay',
  'wero',
];

/** What can be kept, and charged while the customer is away. */
export const savedMethods = ['card', 'link'];

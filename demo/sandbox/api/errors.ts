/**
 * Every error: status, code and user_message. The spec gives the statuses and the shape (Errors)
 * but no codes, so these are the sandbox's own: the status, then two digits.
 */
export const apiErrors = {
  tokenRequestInvalid: [400, '40001', 'The token request is not in the expected format.'],
  credentialsInvalid: [400, '40002', 'These credentials are not known.'],
  tokenGivenTwice: [400, '40003', 'Send the token in the header or in the query, not in both.'],
  parameterInvalid: [400, '40004', 'A parameter of the request is not valid.'],
  bodyInvalid: [400, '40005', 'The body of the request is not valid JSON.'],
  attributeInvalid: [400, '40006', 'Some of the details are missing or not valid.'],

  vendorUnknown: [400, '40010', 'This vendor is not known.'],
  vendorDiffers: [400, '40011', 'An order can hold what one vendor offers, not more.'],
  currencyDiffers: [400, '40012', 'The currency of the order is not the currency of its prices.'],
  expireDateInvalid: [400, '40013', 'The expiry of the order is not possible.'],
  moneyInvalid: [400, '40014', 'This is not an amount of money in the currency of the vendor.'],
  discountInvalid: [400, '40015', 'The discount is more than the order costs.'],
  totalDiffers: [400, '40016', 'The total is not what the order costs.'],

  ticketsMissing: [400, '40020', 'An order needs at least one ticket, voucher or flex ticket.'],
  participantsMissing: [400, '40021', 'A ticket needs at least one participant.'],
  dateUnknown: [400, '40022', 'This date is not known.'],
  eventDiffers: [400, '40023', 'This date belongs to another event.'],
  priceUnknown: [400, '40024', 'This price is not known for the chosen date.'],
  pricePrivate: [400, '40025', 'This price cannot be booked here.'],
  bookingTimePassed: [400, '40026', 'It is too late to book this date.'],
  participantsTooFew: [400, '40027', 'There are not enough participants for this event.'],
  slotsTaken: [400, '40028', 'There are not enough places left on this date.'],
  requestNotPending: [400, '40029', 'The vendor has to accept this booking first.'],

  productUnknown: [400, '40030', 'This product is not known.'],
  productPrivate: [400, '40031', 'This product cannot be bought here.'],
  productAmountInvalid: [400, '40032', 'The amount of a product has to be one or more.'],
  productSoldOut: [400, '40033', 'There is not enough of this product left.'],
  productNotOffered: [400, '40034', 'This product is not offered with this booking.'],
  shippingAddressMissing: [400, '40035', 'This product needs an address to be sent to.'],
  eventInactive: [400, '40036', 'This event is not offered now.'],
  participantsTooMany: [400, '40037', 'There are more participants than the date can ever take.'],

  voucherUnknown: [400, '40040', 'This voucher is not known.'],
  voucherSpent: [400, '40041', 'There is not that much left on the voucher.'],
  couponUnknown: [400, '40042', 'This coupon is not known.'],
  redeemedTwice: [400, '40043', 'A voucher or coupon can be redeemed once per order.'],
  flexOfferUnknown: [400, '40044', 'This flex ticket is not offered.'],
  flexTicketUnknown: [400, '40045', 'This flex ticket is not known.'],
  flexTicketSpent: [400, '40046', 'The flex ticket has not so many redemptions left.'],
  flexTicketUnfit: [400, '40047', 'The flex ticket is not for this event and price.'],

  eventUnknown: [400, '40050', 'This event is not known.'],
  idDiffers: [400, '40051', 'The details belong to something else than the address says.'],
  parentInvalid: [400, '40052', 'An event cannot be a pricelist of this event.'],
  categoryUnknown: [400, '40053', 'This is not a path of categories.'],
  sellingCurrencyDiffers: [400, '40054', 'This vendor sells in another currency.'],
  commissionNotYours: [400, '40055', 'Only resellers can set a commission.'],
  slotsBelowTaken: [400, '40056', 'More places than that are taken already.'],
  stockBelowSold: [400, '40057', 'More than that is sold already.'],
  priceNotOfEvent: [400, '40058', 'This price belongs to another event.'],
  inventoryDateUnknown: [400, '40059', 'This date is not known.'],

  tokenInvalid: [401, '40101', 'The access token is missing, not known or expired.'],
  scopeMissing: [403, '40301', 'This client may not do that.'],
  vendorOnly: [403, '40302', 'Only the client of a vendor may do that.'],
  moduleMissing: [403, '40303', 'The vendor has not activated this module.'],
  vendorForeign: [403, '40304', 'This belongs to another vendor.'],
  customPrice: [403, '40305', 'Prices, totals and discounts are set by the platform.'],
  notFound: [404, '40401', 'There is nothing at this address.'],
  notEnoughPlaces: [409, '40901', 'There are not that many places left.'],
  changeImpossible: [409, '40902', 'That is not possible now.'],
  tokenActive: [429, '42901', 'A token of this client is still active.'],
  tooMany: [429, '42910', 'Too many requests.'],
  failed: [500, '50001', 'The sandbox has failed.'],
} as const satisfies Record<string, readonly [status: number, code: string, user_message: string]>;

export type ApiErrorName = keyof typeof apiErrors;

/**
 * Thrown where a request is refused. The message is for developers and begins with the name of the
 * field.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly errorName: ApiErrorName;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    errorName: ApiErrorName,
    message: string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.errorName = errorName;
    this.headers = headers;
  }
}

/** The error body of the spec (Errors). */
export function errorResponse(
  errorName: ApiErrorName,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const [status, code, user_message] = apiErrors[errorName];
  return Response.json({ message, code, user_message }, { status, headers });
}

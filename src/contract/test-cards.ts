/** The cards of the built-in test provider. No issuer's card begins with zeros. */
export const testCards = {
  succeeds: '0000000000000001',
  isDeclined: '0000000000000002',
  /** The customer has to approve the payment at the bank. */
  needsSecondStep: '0000000000000003',
  /** Everything is done with it, but the first response to each call is lost. */
  timesOut: '0000000000000004',
  /** Each call reaches the provider twice. */
  answersTwice: '0000000000000005',
  /** The customer approves the payment on a page of the bank, and is led back. */
  leavesPage: '0000000000000006',
  /** It succeeds while the customer is there, and is declined when a saved one is charged later. */
  isDeclinedLater: '0000000000000007',
  /** The same, because the bank then asks for an approval, which nobody is there to give. */
  needsApprovalLater: '0000000000000008',
} as const;

/**
 * What both sides take for an e-mail address: plain, so that the widget can say what is wrong
 * before the proxy does.
 */
export const EMAIL =
  /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+.-]*[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

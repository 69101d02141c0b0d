/**
 * The e-mail addresses that widget and proxy accept. It is no schema, because the widget checks
 * addresses without loading zod.
 */
export const EMAIL =
  /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+.-]*[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

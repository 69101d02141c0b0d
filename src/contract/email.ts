/**
 * The e-mail addresses that widget and proxy accept. Not a schema, because the widget checks
 * addresses without zod.
 */
export const EMAIL =
  /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+.-]*[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

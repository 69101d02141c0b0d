/** The sandbox scenarios that are useful to a vendor, with a label for each. */
export const worlds: Readonly<Record<string, string>> = {
  calm: 'calm: a usual day',
  busy: 'busy: few places',
  'request-only': 'on request: vendors accept',
  unusual: 'unusual: long texts, odd prices',
  large: 'large: 500 events',
};

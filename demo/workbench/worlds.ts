/** The scenarios of the sandbox that show something to a vendor, and what a vendor calls them. */
export const worlds: Readonly<Record<string, string>> = {
  calm: 'calm: a usual day',
  busy: 'busy: few places',
  'request-only': 'on request: vendors accept',
  unusual: 'unusual: long texts, odd prices',
  large: 'large: 500 events',
};

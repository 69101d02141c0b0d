/**
 * West and east of Greenwich, and one in between with daylight saving time. Every suite runs in
 * each of them.
 */
export const zones = ['America/Los_Angeles', 'Asia/Tokyo', 'Europe/Berlin'];

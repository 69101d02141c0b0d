/** A line of what the doctor found. */
export type Say = (level: 'ok' | 'warn' | 'fail', text: string) => void;

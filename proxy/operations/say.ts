/** Reports a line of the doctor. */
export type Say = (level: 'ok' | 'warn' | 'fail', text: string) => void;

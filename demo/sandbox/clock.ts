/** Now, in milliseconds since the epoch. */
export type Clock = () => number;

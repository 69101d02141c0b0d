import list from 'big-list-of-naughty-strings/blns.json' with { type: 'json' };

/** The published list (github.com/minimaxir/big-list-of-naughty-strings), each once. */
export const naughtyStrings: readonly string[] = [...new Set(list as string[])];

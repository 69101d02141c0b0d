/** The oldest browsers that src/README.md promises: the first ones with container queries. */
const oldest = { chrome: 105, edge: 105, firefox: 110, safari: 16 };
const versions = Object.entries(oldest);

export const scriptTarget = versions.map(([browser, version]) => `${browser}${version}`);

/** Lightning CSS encodes versions as `major << 16 | minor << 8 | patch`. */
export const styleTargets = Object.fromEntries(
  versions.map(([browser, version]) => [browser, version << 16]),
);

/**
 * `npm run bench` runs all benchmarks, `npm run bench:NAME` one, which may have options. Each figure
 * is printed beside its reference from the same run.
 */
const benchmarks = {
  size: () => import('./size.ts'),
  widget: () => import('./widget.ts'),
  reads: () => import('./reads.ts'),
  orders: () => import('./orders.ts'),
  cold: () => import('./cold.ts'),
  browsing: () => import('./browsing.ts'),
  attack: () => import('./attack.ts'),
  down: () => import('./down.ts'),
  huge: () => import('./huge.ts'),
  scale: () => import('./scale.ts'),
};

const [, , name, ...options] = process.argv;
const chosen = name ? [name] : Object.keys(benchmarks);
for (const each of chosen) {
  const load = benchmarks[each as keyof typeof benchmarks];
  if (!load) {
    console.error(
      `There is no benchmark ${each}; there are ${Object.keys(benchmarks).join(', ')}.`,
    );
    process.exit(1);
  }
  await (await load()).bench(options);
}

export {};

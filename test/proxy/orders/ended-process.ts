import type { World } from '../../support/world.ts';

/** Runs until a value with this text is stored, and then ends the process. */
export async function endAfterWrite(
  { store, restart }: Pick<World, 'store' | 'restart'>,
  text: string,
  run: () => Promise<unknown>,
): Promise<void> {
  const { put } = store;
  await new Promise<void>((resolve) => {
    store.put = async (key, value, expectedVersion) => {
      const version = await put(key, value, expectedVersion);
      if (!value.includes(text)) return version;
      resolve();
      return new Promise(() => {});
    };
    void run();
  });
  store.put = put;
  restart();
}

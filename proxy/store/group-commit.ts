/** Runs statements in one transaction; rejects if it cannot be committed. */
type Transaction = <T>(run: () => T) => Promise<T>;

interface Write {
  readonly statement: () => unknown;
  readonly resolve: (result: never) => void;
  readonly reject: (error: unknown) => void;
}

export interface GroupCommit {
  /** Resolves to the statement's result once it is on disk. */
  write<T>(statement: () => T): Promise<T>;
  /** Resolves once everything written so far is on disk, or has failed. */
  settled(): Promise<void>;
}

/**
 * Commits together what is written in one turn of the event loop, because each commit waits for the
 * disk, and the process with it. Of a group that fails, each statement is committed alone, so that
 * one that cannot be written fails no other.
 */
export function createGroupCommit(inTransaction: Transaction): GroupCommit {
  let group: Write[] = [];
  let committing: Promise<void> = Promise.resolve();

  async function commit(writes: readonly Write[]): Promise<void> {
    try {
      const results = await inTransaction(() => writes.map(({ statement }) => statement()));
      writes.forEach(({ resolve }, index) => resolve(results[index] as never));
    } catch (error) {
      if (writes.length > 1) await Promise.all(writes.map((write) => commit([write])));
      else writes.forEach(({ reject }) => reject(error));
    }
  }

  async function commitGroup(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    const writes = group;
    group = [];
    await commit(writes);
  }

  return {
    write: <T>(statement: () => T) =>
      new Promise<T>((resolve, reject) => {
        group.push({ statement, resolve, reject });
        if (group.length === 1)
          committing = Promise.all([committing, commitGroup()]).then(() => {});
      }),

    settled: () => committing,
  };
}

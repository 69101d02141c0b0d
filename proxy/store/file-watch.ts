import { statSync } from 'node:fs';

/** Tells whether an opened file was deleted or replaced, for example by a backup. */
export interface FileWatch {
  isUnchanged(): boolean;
}

/** Watches a database and its write-ahead log, which exists only after the first write. */
export function createFileWatch(path: string): FileWatch {
  const opened = identityOf(path);
  const log = `${path}-wal`;
  let openedLog = identityOf(log);

  return {
    isUnchanged() {
      if (opened === undefined || identityOf(path) !== opened) return false;
      const currentLog = identityOf(log);
      openedLog ??= currentLog;
      return currentLog === openedLog;
    },
  };
}

/** The device and inode of the file at a path. */
function identityOf(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false, bigint: true });
  return found && `${found.dev}/${found.ino}`;
}

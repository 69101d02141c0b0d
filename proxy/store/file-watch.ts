import { statSync } from 'node:fs';

/** Notices when a file is not the one that was opened: it was deleted, or a backup has its place. */
export interface FileWatch {
  isUnchanged(): boolean;
}

/** Watches a database and its write-ahead log, which exists once something was written. */
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

/** Of the file under this name: its device and number there. */
function identityOf(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false, bigint: true });
  return found && `${found.dev}/${found.ino}`;
}

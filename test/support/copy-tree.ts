import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';

const left = new Set(['node_modules', '.git', 'dist', 'data', 'shots']);

/** Copies the tree without what is built or stored; the copy is removed when the process ends. */
export function copyTree(): string {
  const folder = mkdtempSync(join(tmpdir(), 'booking-tree-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  cpSync('.', folder, { recursive: true, filter: (path) => !left.has(basename(path)) });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  return folder;
}

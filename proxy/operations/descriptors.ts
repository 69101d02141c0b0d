import { readFileSync } from 'node:fs';

/** What nearly every system allows a process. */
const USUAL = 1_024;

/** How many files and sockets this process may have open, which only Linux says. */
export function readDescriptors(): number {
  const [, descriptors = USUAL] = /^Max open files +(\d+)/m.exec(readLimits()) ?? [];
  return Number(descriptors);
}

function readLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return '';
  }
}

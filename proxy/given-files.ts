import { ConfigError } from './config-error.ts';

export type Variables = Readonly<Record<string, string | undefined>>;
export type ReadText = (path: string) => string;

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is none of this name',
  EACCES: 'this user may not read it',
  EISDIR: 'it is a folder',
};

/**
 * The text of the file that a variable names. The error's own message is not quoted: it repeats the
 * path, and somebody may have set the variable to the file's content.
 */
export function readGivenFile(name: string, path: string, readText: ReadText): string {
  try {
    return readText(path);
  } catch (error) {
    const { code = '' } = error as { readonly code?: string };
    const reason = reasons[code] ?? 'it cannot be read';
    throw new ConfigError(
      `${name} is wrong: set it to a file that this proxy may read: ${reason} (${code})`,
    );
  }
}

/** With the secrets that are in a file, which `NAME_FILE` names in the place of `NAME`. */
export function withSecretFiles(
  variables: Variables,
  secrets: readonly string[],
  readText: ReadText,
): Variables {
  const read = secrets.flatMap((name) => {
    const path = variables[secretFile(name)];
    if (path === undefined) return [];
    if (variables[name] !== undefined) {
      throw new ConfigError(`${secretFile(name)} is wrong: ${name} is set too; leave one out`);
    }
    const secret = readGivenFile(secretFile(name), path, readText).replace(/[\r\n]+$/, '');
    if (secret !== '') return [[name, secret] as const];
    throw new ConfigError(`${secretFile(name)} is wrong: set it to a file that is not empty`);
  });
  return { ...variables, ...Object.fromEntries(read) };
}

export const secretFile = (name: string) => `${name}_FILE`;

import { a11ySnapshot } from '@web/test-runner-commands';
import { page } from './page.ts';

/** A node of Chromium's own accessibility tree. */
export interface ReadNode {
  readonly role: string;
  readonly name: string;
  readonly description?: string;
  readonly children?: readonly ReadNode[];
}

/**
 * Everything that Chromium gives to a screen reader, in reading order. Axe computes names without
 * layout and without generated content, so it misses what only a browser knows.
 */
export async function readAloud(): Promise<ReadNode[]> {
  const flat = (node: ReadNode): ReadNode[] => [node, ...(node.children ?? []).flatMap(flat)];
  // Typed as if it returned nothing.
  return flat((await a11ySnapshot({} as never)) as unknown as ReadNode);
}

/** Names whose words Chromium joins without a space. */
export async function joinedNames(root: Element): Promise<string[]> {
  const withoutSpaces = (name: string) => name.replace(/\s/g, '');
  const roles = ['button', 'textbox', 'checkbox', 'radio', 'radiogroup', 'heading', 'group'];
  const spaced = new Set(roles.flatMap((role) => page(root).names(role)));
  const joined = new Map([...spaced].map((name) => [withoutSpaces(name), name]));
  return (await readAloud())
    .filter(({ role }) => roles.includes(role))
    .map(({ name }) => name.replace(/\s+/g, ' ').trim())
    .filter((name) => joined.has(withoutSpaces(name)) && !spaced.has(name));
}

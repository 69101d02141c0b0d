import type { OwnDraft, PlatformIds } from './own-draft.ts';

/** What a tab keeps of an event of one's own. */
export interface KeptDraft {
  readonly draft: OwnDraft;
  readonly pictures: readonly string[];
  /** The event on the sandbox, and the draft as it was last written there. */
  readonly written: WrittenDraft | undefined;
}

export interface WrittenDraft {
  readonly id: string;
  readonly ids: PlatformIds;
  readonly draft: string;
}

/** Counts up when the shape changes: a draft of another shape is left. */
const VERSION = 1;
const DRAFT = 'workbench own event';
/** By themselves, because they are large and seldom change. */
const PICTURES = 'workbench own pictures';

/** The storage of this tab, as far as it has room. */
export interface DraftStore {
  load(): KeptDraft | undefined;
  /** Whether there was room for it. */
  keep(kept: KeptDraft): boolean;
}

export function createDraftStore(storage: Storage): DraftStore {
  let lastPictures: readonly string[] | undefined;

  return {
    load() {
      try {
        const { version, ...rest } = JSON.parse(storage.getItem(DRAFT) ?? '{}') as {
          version?: number;
        } & Omit<KeptDraft, 'pictures'>;
        if (version !== VERSION) return undefined;
        const pictures = JSON.parse(storage.getItem(PICTURES) ?? '[]') as string[];
        return { draft: rest.draft, written: rest.written, pictures };
      } catch {
        return undefined;
      }
    },

    keep({ pictures, ...rest }) {
      try {
        storage.setItem(DRAFT, JSON.stringify({ version: VERSION, ...rest }));
        if (pictures !== lastPictures) storage.setItem(PICTURES, JSON.stringify(pictures));
        lastPictures = pictures;
        return true;
      } catch {
        return false;
      }
    },
  };
}

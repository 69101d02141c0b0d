/** Picture files by name, which the demo's page serves. */
export interface OwnPictures {
  /** Whether there is an address at which they are shown. */
  readonly isShown: boolean;
  /** Replaces an event's pictures. Returns their addresses. */
  put(eventId: string, files: readonly string[]): void;
  /** The `images` of the site. */
  byEvent(): Record<string, string[]>;
  response(name: string): Response | undefined;
  forget(): void;
}

interface Picture {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: string;
}

/** How the files begin in base64, with their media types. */
const types = {
  iVBORw0KGgo: 'image/png',
  '/9j/': 'image/jpeg',
  R0lGOD: 'image/gif',
  UklGR: 'image/webp',
};

/**
 * The platform takes pictures and gives none back (spec, Event: images), so the demo shows what it was
 * given by itself. `base` is the address below which they are served; without one, none is shown.
 */
export function createOwnPictures(base: string | undefined): OwnPictures {
  const pictures = new Map<string, Picture[]>();

  return {
    isShown: base !== undefined,

    put(eventId, files) {
      pictures.set(eventId, files.map(toPicture));
    },

    byEvent() {
      if (base === undefined) return {};
      return Object.fromEntries(
        [...pictures].map(([id, files]) => [id, files.map(({ name }) => `${base}/${name}`)]),
      );
    },

    response(name) {
      const found = [...pictures.values()].flat().find((picture) => picture.name === name);
      return found && new Response(found.bytes, { headers: { 'Content-Type': found.type } });
    },

    forget: () => pictures.clear(),
  };
}

function toPicture(file: string): Picture {
  const [, type = 'application/octet-stream'] =
    Object.entries(types).find(([prefix]) => file.startsWith(prefix)) ?? [];
  const bytes = Uint8Array.from(atob(file), (character) => character.charCodeAt(0));
  return { name: crypto.randomUUID(), bytes, type };
}

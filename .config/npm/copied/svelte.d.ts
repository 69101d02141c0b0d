import type { HTMLAttributes } from 'svelte/elements';
import type { PublicElements } from './elements.js';

/** `onbooking-order` in markup, or `on:booking-order` in Svelte 4. */
type Listeners<Events> = {
  [Type in keyof Events & string as `on${Type}` | `on:${Type}`]?: (event: Events[Type]) => void;
};

/** Svelte sets a property if the element has one, else an attribute. */
type Elements = {
  [Tag in keyof PublicElements]: Omit<
    HTMLAttributes<HTMLElementTagNameMap[Tag]>,
    keyof PublicElements[Tag]['properties']
  > &
    PublicElements[Tag]['attributes'] &
    PublicElements[Tag]['properties'] &
    Listeners<PublicElements[Tag]['events']>;
};

declare module 'svelte/elements' {
  interface SvelteHTMLElements extends Elements {}
}

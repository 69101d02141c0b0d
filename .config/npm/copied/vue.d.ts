import type { DefineComponent } from 'vue';
import type { PublicElements } from './elements.js';

type PascalCase<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${Capitalize<First>}${PascalCase<Rest>}`
  : Capitalize<Name>;

/** `deep-links` in a template is `deepLinks`. */
type Props<Attributes> = {
  [Name in keyof Attributes & string as Uncapitalize<PascalCase<Name>>]?: Attributes[Name];
};

/** `@booking-order` in a template is `onBookingOrder`. */
type Listeners<Events> = {
  [Type in keyof Events & string as `on${PascalCase<Type>}`]?: (event: Events[Type]) => void;
};

type Components = {
  [Tag in keyof PublicElements]: DefineComponent<
    Props<PublicElements[Tag]['attributes']> &
      PublicElements[Tag]['properties'] &
      Listeners<PublicElements[Tag]['events']>
  >;
};

declare module 'vue' {
  interface GlobalComponents extends Components {}
}

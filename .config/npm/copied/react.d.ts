import type { ForwardRefExoticComponent, HTMLAttributes, RefAttributes } from 'react';
import type { PublicElements } from './elements.js';

type PascalCase<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${Capitalize<First>}${PascalCase<Rest>}`
  : Capitalize<Name>;

/** `onBookingOrder` of `booking-order`. */
type Listeners<Events> = {
  [Type in keyof Events & string as `on${PascalCase<Type>}`]?: (event: Events[Type]) => void;
};

/** Sets a property if the element has one, else an attribute. */
type Component<Tag extends keyof PublicElements> = ForwardRefExoticComponent<
  Omit<HTMLAttributes<HTMLElementTagNameMap[Tag]>, keyof PublicElements[Tag]['properties']> &
    Omit<PublicElements[Tag]['attributes'], keyof PublicElements[Tag]['properties']> &
    PublicElements[Tag]['properties'] &
    Listeners<PublicElements[Tag]['events']> &
    RefAttributes<HTMLElementTagNameMap[Tag]>
>;

/** The whole flow. Attributes are props in camel case, events are `onBookingOrder`, … */
export declare const BookingWidget: Component<'booking-widget'>;

/** A button that opens the flow in a dialog; it takes the attributes of the widget. */
export declare const BookingButton: Component<'booking-button'>;

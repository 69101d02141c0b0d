import type { PublicElement } from './public-elements.ts';

/**
 * Attributes, properties and events of each element, for frameworks that type-check templates. By
 * hand, because custom-element-vuejs-integration writes `onbooking-order`, where Vue looks for
 * `onBookingOrder`, and custom-element-svelte-integration knows only Svelte 4's `on:`.
 */
export function writeFrameworkTypes(elements: readonly PublicElement[]): string {
  const classes = elements.map(({ className }) => className).join(', ');
  const types = elements.map((element) => `  '${element.tag}': ${writeElement(element)};`);
  return `import type { BookingEvent, ${classes} } from '../index.js';

/** What a page may set and hear, by tag. */
export interface PublicElements {
${types.join('\n')}
}
`;
}

function writeElement({ className, attributes, properties, events }: PublicElement): string {
  const members = {
    attributes: attributes.map(({ name, type, description }) =>
      writeMember(`'${name}'?`, attributeTypes[type.text] ?? 'string', description),
    ),
    properties: properties.map(({ name, description }) =>
      writeMember(`${name}?`, `${className}['${name}']`, description),
    ),
    events: events.map(({ name, description = '' }) =>
      writeMember(`'${name}'`, 'BookingEvent', description),
    ),
  };
  const parts = Object.entries(members).map(
    ([name, lines]) => `    ${name}: {\n${lines.join('\n')}\n    };`,
  );
  return `{\n${parts.join('\n')}\n  }`;
}

/** A template can also write a boolean as `''` and a number as text. All other types are text. */
const attributeTypes: Record<string, string> = {
  boolean: "boolean | ''",
  number: 'number | string',
};

function writeMember(name: string, type: string, description: string): string {
  return `      /** ${description.replaceAll('\n', ' ')} */\n      ${name}: ${type};`;
}

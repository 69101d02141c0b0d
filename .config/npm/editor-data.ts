import type { Documented } from './manifest.ts';
import type { PublicElement } from './public-elements.ts';

/**
 * Visual Studio Code's custom data, for `html.customData`. By hand, because with
 * custom-element-vs-code-integration the editor completes `deep-links` as `deep-links=""`.
 */
export function writeCodeData(elements: readonly PublicElement[]): object {
  return {
    version: 1.1,
    tags: elements.map(({ tag, description, attributes }) => ({
      name: tag,
      description,
      attributes: attributes.map(({ name, description, type }) => ({
        name,
        description,
        ...(type.text === 'boolean' && { valueSet: 'v' }),
      })),
    })),
  };
}

/**
 * JetBrains' web types. By hand, because custom-element-jet-brains-integration lists parts and
 * custom properties without the element that they belong to.
 */
export function writeWebTypes(
  { name, version }: { name: string; version: string },
  elements: readonly PublicElement[],
): object {
  return {
    $schema: 'https://raw.githubusercontent.com/JetBrains/web-types/master/schema/web-types.json',
    name,
    version,
    'description-markup': 'markdown',
    contributions: {
      html: {
        elements: elements.map((element) => ({
          name: element.tag,
          description: element.description,
          attributes: element.attributes.map(({ name, description, type }) => ({
            name,
            description,
            value: { type: type.text },
          })),
          slots: element.slots.map(nameAndDescription),
          js: {
            properties: element.properties.map(nameAndDescription),
            events: element.events.map(nameAndDescription),
          },
          css: {
            properties: element.cssProperties.map(nameAndDescription),
            parts: element.cssParts.map(nameAndDescription),
          },
        })),
      },
    },
  };
}

const nameAndDescription = ({ name, description = '' }: Documented) => ({ name, description });

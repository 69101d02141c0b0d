import type { Documented } from './manifest.ts';
import type { PublicElement } from './public-elements.ts';

/** What a language model needs to know to write the tag correctly (llmstxt.org). */
export function writeLlms(description: string, elements: readonly PublicElement[]): string {
  return `# booking-widget

> ${description}

One script tag defines the elements; the proxy that serves it holds the platform's token. There is no
key in the page, and no other script.

\`\`\`html
<script src="https://book.example.com/booking-widget.js" async></script>
<booking-widget><a href="https://www.example.com/tours">Our tours</a></booking-widget>
\`\`\`

With a bundler: \`import { define, tags } from 'booking-widget'; define(tags);\` and the \`proxy\` attribute.
React: \`import { BookingWidget } from 'booking-widget/react'\`, with \`onBookingOrder\` and its like.

${elements.map(describe).join('\n\n')}
`;
}

function describe(element: PublicElement): string {
  const sections: [string, readonly Documented[]][] = [
    ['Attributes', element.attributes],
    ['Properties', element.properties],
    ['Events (they bubble)', element.events],
    ['Slots', element.slots],
    ['Parts', element.cssParts],
    ['Custom properties', element.cssProperties],
  ];
  const written = sections.filter(([, things]) => things.length > 0);
  return [
    `## \`<${element.tag}>\``,
    element.description,
    ...written.map(([title, things]) => `### ${title}\n\n${things.map(line).join('\n')}`),
  ].join('\n\n');
}

const line = ({ name, description = '' }: Documented) =>
  `- \`${name || '(default)'}\`: ${description.replaceAll('\n', ' ')}`;

import { z } from 'zod';
import { type Operation, operations } from '../../proxy/platform/operations.ts';
import * as dates from '../../proxy/platform/resources/date.ts';
import * as events from '../../proxy/platform/resources/event.ts';
import * as orders from '../../proxy/platform/resources/order.ts';
import * as products from '../../proxy/platform/resources/product.ts';
import { vendor } from '../../proxy/platform/resources/vendor.ts';

/** What operations take and resolve to, under the names of the reference. */
const shapes: readonly (readonly [name: string, schema: z.ZodType])[] = [
  ['Vendor', vendor],
  ['Event', events.event],
  ['New event', events.newEvent],
  ['Event changes', events.eventChanges],
  ['Merged event', events.mergedEvent],
  ['Date', dates.date],
  ['New date', dates.newDate],
  ['Date changes', dates.dateChanges],
  ['Date changes in batch', dates.datesChanges.element],
  ['Batch result', dates.batchResult],
  ['Events and dates', dates.eventsAndDates],
  ['Product', products.product],
  ['New product', products.newProduct],
  ['Product changes', products.productChanges],
  ['Order', orders.order],
  ['New order', orders.newOrder],
];

const called = Object.entries(operations as Readonly<Record<string, Operation>>).filter(
  ([name]) => name !== 'obtainToken',
);
const lists = called.flatMap(([, { parameters }]) => (parameters ? [namesOf(parameters)] : []));
/** The parameters of every list. */
const common = (lists[0] ?? []).filter((name) => lists.every((names) => names.includes(name)));

export const commonParameters = common.map(asCode).join(', ');

/** Every operation of API v3 with what it takes and resolves to, as Markdown. */
export function listOfOperations(): string {
  return called.map(([name, operation]) => describe(name, operation)).join('\n\n');
}

/** The fields of everything that operations take and resolve to. */
export function listOfShapes(): string {
  return shapes.map(([name, schema]) => `- ${name}: ${fieldsOf(schema)}`).join('\n');
}

function describe(name: string, operation: Operation): string {
  const { title, table, method, path, scopes, requires, parameters, body } = operation;
  const { items, response } = operation;
  const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, id = '']) => id);
  const own = parameters ? namesOf(parameters).filter((name) => !common.includes(name)) : [];
  const lines: [what: string, text: string][] = [
    ['Specification', `${title}, table ${table}`],
    ['Scope', [scopes.map(asCode).join(' or '), requires].filter(Boolean).join('; ')],
    ['Identifier', ids.map(asCode).join(', ')],
    ['Parameters besides the common ones', own.map(asCode).join(', ')],
    ['Body', body ? shapeOf(body) : ''],
    ['Resolves to', items ? `a list: ${shapeOf(items)}` : response ? shapeOf(response) : ''],
  ];
  return [
    `**${name}**: ${asCode(`${method} ${path}`)}`,
    lines
      .filter(([, text]) => text !== '')
      .map(([what, text]) => `- ${what}: ${text}`)
      .join('\n'),
  ].join('\n\n');
}

function shapeOf(schema: z.ZodType): string {
  if (schema instanceof z.ZodArray) return `a list: ${shapeOf(schema.element as z.ZodType)}`;
  const [name] = shapes.find(([, shape]) => shape === schema) ?? [];
  if (name === undefined) throw new Error('An operation has a shape without a name.');
  return name;
}

function namesOf({ shape }: z.ZodObject): string[] {
  return Object.keys(shape);
}

/** A question mark stands behind those that may be left out. */
function fieldsOf(schema: z.ZodType): string {
  if (!(schema instanceof z.ZodObject)) throw new Error('Only objects have fields.');
  return Object.entries(schema.shape as Readonly<Record<string, z.ZodType>>)
    .map(([name, field]) => asCode(field.safeParse(undefined).success ? `${name}?` : name))
    .join(', ');
}

function asCode(text: string): string {
  return `\`${text}\``;
}

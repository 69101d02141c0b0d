import { relative } from 'node:path';
import ts from 'typescript';
import { readsIn } from './docs/property-reads.ts';

/**
 * Run by `npm run check`: finds fields of the contract's responses that the widget never reads, so
 * that nothing is known to the proxy and told to nobody. A field that is only copied into another
 * object is not read.
 */

/** Schemas of requests, which the widget writes. */
const requests = [
  'participant',
  'contact',
  'shipping',
  'orderRequest',
  'quoteRequest',
  'paymentRequest',
  'testConfirmation',
  'testBankPage',
];

/** Fields that are not read by their types, and why. */
const unread: Record<string, string> = {
  'eventDate.total_slots': 'customers are told the places that are left',
  'htmlElement.tag': 'read as `HtmlNode`, because a recursive type is not inferred',
  'htmlElement.href': 'read as `HtmlNode`',
  'htmlElement.children': 'read as `HtmlNode`',
  'price.category': 'customers see the price’s title',
  'priceGroup.id': 'a price and its event name it',
  'priceGroup.name': 'customers see the root’s title and the prices’',
  'priceGroup.max_participants': 'the limit is that of the date, which may differ',
  'problem.type': 'for other clients (RFC 9457); the widget goes by the code',
  'orderedParticipant.cancellation_date': 'a cancelled participant is marked as such',
  'orderedTicket.code': 'the codes of the order and of its participants are shown',
  'orderedTicket.event_id': 'a ticket is found by its date',
  'orderedTicket.cancellation_date': 'a cancelled participant is marked as such',
  'placedOrder.id': 'the order’s code is shown',
  'placedOrder.paid_here': 'for older widgets; newer ones read `intentResponse.payment`',
  'paymentResponse.provider': 'for the page’s own payment method',
  'paymentResponse.reference': 'for the page’s own payment method',
  'question.options': 'copied into the form’s field, which shows them',
  'checkoutFields.participant_name': 'read under a name that is put together',
  'checkoutFields.participant_email': 'read under a name that is put together',
  'checkoutFields.participant_phone': 'read under a name that is put together',
};

const config = ts.getParsedCommandLineOfConfigFile(
  'src/tsconfig.json',
  {},
  { ...ts.sys, onUnRecoverableConfigFileDiagnostic: (fault) => console.error(fault.messageText) },
);
const program = ts.createProgram(config?.fileNames ?? [], config?.options ?? {});
const checker = program.getTypeChecker();
const files = program
  .getSourceFiles()
  .map((file) => ({ file, path: relative('src', file.fileName) }))
  .filter(({ path }) => !path.startsWith('..'));

/** The fields of every schema, by the node that declares them. */
const fields = new Map<ts.Node, string>();
for (const { file, path } of files) {
  if (!isSchema(path)) continue;
  for (const statement of file.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name, initializer } of statement.declarationList.declarations) {
      const schema = name.getText();
      if (initializer && !requests.includes(schema)) findFields(initializer, schema);
    }
  }
}

function isSchema(path: string): boolean {
  return /^contract\/.*\.schema\.ts$/.test(path);
}

function findFields(node: ts.Node, schema: string): void {
  if (ts.isObjectLiteralExpression(node) && isShape(node)) {
    for (const property of node.properties) {
      if (property.name) fields.set(property, `${schema}.${property.name.getText()}`);
    }
  }
  ts.forEachChild(node, (child) => findFields(child, schema));
}

/** Whether an object names the fields of a schema, and is not the options of a call. */
function isShape({ parent }: ts.ObjectLiteralExpression): boolean {
  if (ts.isVariableDeclaration(parent)) return true;
  return (
    ts.isCallExpression(parent) && /\b(strictObject|object)$/.test(parent.expression.getText())
  );
}

const outside = files.flatMap(({ file, path }) => (isSchema(path) ? [] : [file]));
const read = readsIn(outside, checker);

const faults = [];
for (const [node, name] of fields) {
  const isListed = name in unread;
  if (read.has(node) === isListed) {
    faults.push(isListed ? `${name} is read, and listed as unread.` : `${name} is read by nobody.`);
  }
}
for (const name of Object.keys(unread)) {
  if (![...fields.values()].includes(name)) faults.push(`${name} is listed, and no field.`);
}
for (const fault of faults) console.error(`contract: ${fault}`);
console.log(`contract: ${fields.size} fields, ${Object.keys(unread).length} of them for others.`);
process.exitCode = faults.length > 0 || fields.size === 0 ? 1 : 0;

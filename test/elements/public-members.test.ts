import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { test } from 'vitest';

/** What a class declares that a page can see: not what is private, nor what Lit itself declares. */
function publicMembers(file: string, name: string): string[] {
  const source = ts.createSourceFile(
    file,
    readFileSync(file, 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
  const [found] = source.statements.filter(
    (statement) => ts.isClassDeclaration(statement) && statement.name?.text === name,
  );
  assert.ok(found && ts.isClassDeclaration(found));
  return found.members
    .filter((member) => member.name && !ts.isPrivateIdentifier(member.name) && !isHidden(member))
    .map((member) => member.name?.getText(source) ?? '');
}

function isHidden(member: ts.ClassElement): boolean {
  const modifiers = ts.canHaveModifiers(member) ? (ts.getModifiers(member) ?? []) : [];
  const is = (wanted: ts.SyntaxKind) => modifiers.some(({ kind }) => kind === wanted);
  const { OverrideKeyword, PrivateKeyword, ProtectedKeyword, StaticKeyword } = ts.SyntaxKind;
  // `lang` is declared anew as an attribute of the widget.
  const isOfLit = is(OverrideKeyword) && !ts.isPropertyDeclaration(member);
  // What is static is no member of an element.
  return isOfLit || is(StaticKeyword) || is(ProtectedKeyword) || is(PrivateKeyword);
}

const page = readFileSync('src/README.md', 'utf8');

/** The names in the first column of the table under a heading. */
function documented(heading: string): string[] {
  const section = page.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  return [...section.matchAll(/^\| `([\w-]+)`/gm)].map(([, name = '']) => name);
}

const toProperty = (attribute: string) =>
  attribute.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

test('<booking-widget> has the documented attributes and properties as members, and no other', () => {
  const names = [...documented('Attributes').map(toProperty), ...documented('Properties')];
  const members = publicMembers('src/shell/booking-widget.ts', 'BookingWidget');

  assert.ok(members.length > 20);
  assert.deepEqual(members.sort(), names.sort());
});

test('<booking-button> has only its own two members besides the widget’s attributes', () => {
  const members = publicMembers('src/dialog/booking-button.ts', 'BookingButton');

  assert.deepEqual(members, ['floating', 'widgetProperties']);
  assert.match(page, /With `floating`/);
  assert.match(page, /`button\.widgetProperties = /);
});

import assert from 'node:assert/strict';
import type { Item } from './judge.ts';

/** Says what is wrong with a value, or nothing. */
export type Check = (value: unknown) => boolean;

export const isText: Check = (value) => typeof value === 'string';
export const isNumber: Check = (value) => typeof value === 'number';
export const isWhole: Check = (value) => Number.isInteger(value);
export const isCount: Check = (value) => isWhole(value) && Number(value) >= 0;
export const isInstant: Check = (value) =>
  isText(value) && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(String(value));
export const isInstantOrEmpty: Check = (value) => value === '' || isInstant(value);
/** "decimal strings (for example a string with two decimals)" (General encoding rules). */
export const isDecimal: Check = (value) => isText(value) && /^-?\d+(\.\d+)?$/.test(String(value));
export const isCurrency: Check = (value) => isText(value) && /^[A-Z]{3}$/.test(String(value));
export const isList: Check = Array.isArray;
export const isOneOf =
  (...values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value);

/** Fields that have to be there, and fields that have to be of this type where they are. */
export interface Shape {
  readonly needed: Readonly<Record<string, Check>>;
  readonly optional: Readonly<Record<string, Check>>;
}

/** Other fields are free, and so is their sequence. */
export function assertShape(item: Item, { needed, optional }: Shape, what: string): void {
  for (const [field, check] of Object.entries(needed)) {
    assert.ok(check(item[field]), `${what}: ${field} is ${JSON.stringify(item[field])}`);
  }
  for (const [field, check] of Object.entries(optional)) {
    const value = item[field];
    if (value === undefined || value === null) continue;
    assert.ok(check(value), `${what}: ${field} is ${JSON.stringify(value)}`);
  }
}

import assert from 'node:assert/strict';
import type { WireProblem } from './wire.ts';

/** A write is refused with 400, and the message begins with the field. */
export async function refuses(
  response: Promise<{ readonly status: number; readonly body: unknown }>,
  field: string,
): Promise<void> {
  const { status, body } = await response;
  const { message } = body as WireProblem;
  assert.equal(status, 400, message);
  assert.ok(message.startsWith(field), message);
}

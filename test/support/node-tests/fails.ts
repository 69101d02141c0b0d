import assert from 'node:assert/strict';
import test, { after } from 'node:test';

let ran = 0;
// Were it a hook of the whole process, it would run after the tests of other files too.
after(() => assert.equal(ran, 2));

test('fails', () => {
  ran += 1;
  assert.fail('on purpose');
});
test('passes after a failure', () => void (ran += 1));

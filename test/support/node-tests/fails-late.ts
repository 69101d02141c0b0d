import test from 'node:test';

test('passes, and throws after its end', () => {
  setTimeout(() => {
    throw new Error('an error that comes late');
  }, 0);
});

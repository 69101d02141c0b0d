import test from 'node:test';

test('passes before the wait', () => {});
test('waits in vain', () => new Promise(() => {}));
test('never gets its turn', () => {});

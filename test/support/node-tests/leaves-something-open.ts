import test from 'node:test';

test('leaves something open', () => void setInterval(() => {}, 1_000));

import { expect, test } from 'vitest';
import { readTransactionStatus } from '#domain/transactions.ts';

test.each([
  ['completed', 'completed'],
  ['pending', 'pending'],
  ['failed', 'failed'],
  ['refunded', 'refunded'],
  ['charged_back', 'pending'],
  ['', 'pending'],
  ['constructor', 'pending'],
  [null, 'pending'],
])('%j is shown as %s', (status, shown) => {
  expect(readTransactionStatus(status)).toBe(shown);
});

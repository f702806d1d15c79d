import { expect, test } from 'vitest';
import { readTransactionStatus } from '#domain/transactions.ts';

test.each([
  ['completed', ['completed']],
  ['pending', ['pending', 'charged_back', '', 'constructor', null]],
  ['failed', ['failed']],
  ['refunded', ['refunded']],
])('the status %s is shown for %j', (shown, statuses) => {
  for (const status of statuses) expect(readTransactionStatus(status), `${status}`).toBe(shown);
});

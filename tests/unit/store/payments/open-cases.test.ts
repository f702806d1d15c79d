import { afterEach, describe, expect, it } from 'vitest';
import type { LogFields } from '#server/store/logging/logging.ts';
import {
  closeCase,
  countOpenCases,
  listOpenCases,
  type OpenCase,
  openCase,
} from '#server/store/payments/open-cases.ts';
import { stopStoreClock } from '../../../store-clock.ts';
import { createRecordingLog } from '../support/logs.ts';
import { databaseOfFile } from '../support/test-database.ts';

const logged: LogFields[] = [];
const log = createRecordingLog(logged);
const database = await databaseOfFile();
await stopStoreClock(database, new Date('2026-11-20T12:00:00Z'));
afterEach(async () => {
  logged.length = 0;
  await database.query('delete from open_cases');
});

const found: OpenCase = {
  kind: 'chargeback',
  reference: 'processor-1/77',
  customerId: null,
  attemptId: null,
  evidence: { chargebackId: '77', amountCents: 1000, reason: 'fraud' },
};
const open = (changes: Partial<OpenCase> = {}) => openCase({ database, log }, { ...found, ...changes });
const list = async () => JSON.parse(JSON.stringify(await listOpenCases(database)));

describe('a case', () => {
  it('is opened and logged only once', async () => {
    expect(await Promise.all([open(), open()])).toEqual([true, false]);
    expect(await open({ evidence: {} })).toBe(false);
    const stored = { caseId: expect.any(String), openedAt: '2026-11-20T12:00:00Z' };
    expect(await list()).toEqual([{ ...found, ...stored }]);
    expect(logged).toEqual([
      { event: 'case-opened', caseId: expect.any(String), kind: 'chargeback', reference: 'processor-1/77' },
    ]);
  });

  it('is separate from a case with another kind or reference', async () => {
    await open();
    expect(await open({ kind: 'return' })).toBe(true);
    expect(await open({ reference: 'processor-1/78' })).toBe(true);
    expect(await countOpenCases(database)).toEqual([
      { kind: 'return', count: 1 },
      { kind: 'chargeback', count: 2 },
      { kind: 'amount-mismatch', count: 0 },
      { kind: 'two-charges', count: 0 },
      { kind: 'outcome-unknown', count: 0 },
      { kind: 'refund-without-order', count: 0 },
      { kind: 'event-unconfirmed', count: 0 },
      { kind: 'refund-unknown', count: 0 },
    ]);
  });

  it('keeps only known fields of evidence', async () => {
    await open({ evidence: Object.assign({ amountCents: 1 }, { cc_number: '4111' }) });
    expect((await list())[0].evidence).toEqual({ amountCents: 1 });
  });

  it('stays closed even if its cause is found again', async () => {
    await open();
    const [{ caseId }] = await list();
    expect(await closeCase(database, caseId, 'Ada', 'Repaid')).toBe('closed');
    expect(await open()).toBe(false);
    expect(await list()).toEqual([]);
  });
});

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { answerCases, readCasesRequest } from '#server/store/cases-command.ts';
import type { Database } from '#server/store/database/database.ts';
import type { LogFields } from '#server/store/logging.ts';
import { closeCase, countOpenCases, type OpenCase, openCase } from '#server/store/open-cases.ts';
import { stopStoreClock } from '../../store-clock.ts';
import { openTestDatabase } from './support/test-database.ts';

let database: Database;
const logged: LogFields[] = [];
const ignore = () => undefined;
const log = { info: ignore, warn: ignore, error: (fields: LogFields) => void logged.push(fields) };
beforeAll(async () => {
  database = await openTestDatabase();
  await stopStoreClock(database, new Date('2026-11-20T12:00:00Z'));
}, 60_000);
afterAll(() => database.close());
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
const list = async () => {
  const { text } = await answerCases(database, { does: 'list', asJson: true });
  return JSON.parse(text);
};

describe('a case', () => {
  it('is opened once, and said in the log once', async () => {
    expect(await Promise.all([open(), open()])).toEqual([true, false]);
    expect(await open({ evidence: {} })).toBe(false);
    expect(await list()).toEqual([
      { ...found, caseId: expect.any(String), openedAt: '2026-11-20T12:00:00Z' },
    ]);
    expect(logged).toEqual([
      { event: 'case-opened', caseId: expect.any(String), kind: 'chargeback', reference: 'processor-1/77' },
    ]);
  });

  it('of another kind or about something else is another one', async () => {
    await open();
    expect(await open({ kind: 'return' })).toBe(true);
    expect(await open({ reference: 'processor-1/78' })).toBe(true);
    expect(await countOpenCases(database)).toEqual({
      return: 1,
      chargeback: 2,
      'amount-mismatch': 0,
      'two-charges': 0,
      'outcome-unknown': 0,
      'refund-without-order': 0,
      'event-unconfirmed': 0,
    });
  });

  it('keeps no evidence that has no field', async () => {
    await open({ evidence: Object.assign({ amountCents: 1 }, { cc_number: '4111' }) });
    expect((await list())[0].evidence).toEqual({ amountCents: 1 });
  });

  it('stays closed, also when it is seen again', async () => {
    await open();
    const [{ caseId }] = await list();
    expect(await closeCase(database, caseId, 'Ada', 'Repaid')).toBe('closed');
    expect(await open()).toBe(false);
    expect(await list()).toEqual([]);
    expect(await closeCase(database, caseId, 'Bob', 'Something else')).toBe('closed-before');
    expect(await database.query('select closed_by, resolution from open_cases')).toEqual([
      { closed_by: 'Ada', resolution: 'Repaid' },
    ]);
  });
});

describe('the command for cases', () => {
  const run = (...args: string[]) => {
    const request = readCasesRequest(args);
    if (request === undefined) throw new Error('Not understood');
    return answerCases(database, request);
  };

  it('lists them for people', async () => {
    expect(await run()).toEqual({ text: 'There is no open case.', exitCode: 0 });
    await open({ customerId: 'ada' });
    const [{ caseId }] = await list();
    expect((await run()).text).toBe(
      [
        '1 open',
        '',
        `chargeback  2026-11-20T12:00:00Z  ${caseId}`,
        '  reference: processor-1/77',
        '  customer: ada',
        '  reason: fraud',
        '  amountCents: 1000',
        '  chargebackId: 77',
      ].join('\n'),
    );
  });

  it('closes one by its id', async () => {
    await open();
    const [{ caseId }] = await list();
    const close = (id: string) => run('close', id, '--by', 'Ada', '--because', 'The bank was right');
    expect(await close(caseId)).toEqual({ text: `${caseId} is closed.`, exitCode: 0 });
    expect(await close(caseId)).toMatchObject({ exitCode: 1 });
    expect(await close(crypto.randomUUID())).toMatchObject({ exitCode: 1 });
  });

  it.each([
    ['closes'],
    ['close'],
    ['close', 'x', '--by', 'Ada', '--because', 'y'],
    ['close', crypto.randomUUID(), '--by', 'Ada'],
    ['close', crypto.randomUUID(), '--by', ' ', '--because', 'y'],
    ['close', crypto.randomUUID(), 'z', '--by', 'Ada', '--because', 'y'],
    ['--by', 'Ada'],
    ['--all'],
  ])('does not guess what is meant by %j', (...args) => {
    expect(readCasesRequest(args)).toBeUndefined();
  });
});

import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createNewCard } from '#app/purchase/new-card.ts';
import { StoreError, type StoreErrorKind } from '#domain/store-error.ts';
import { savedCards } from '#gallery/harness/fixtures.ts';
import type { CardFields } from '#services/card-fields/card-fields.ts';
import { billing } from '#tests/purchases.ts';

const [card] = savedCards;
const add = vi.fn();
const tokenize = vi.fn();
const never = () => new Promise<never>(() => undefined);
const fields: CardFields = {
  mount: never,
  watch: () => () => undefined,
  tokenize,
  attach: vi.fn(),
  warmUp: vi.fn(),
};
const { save } = createNewCard(fields, add);

const fails = (kind: StoreErrorKind, status: number | null = null, code?: StoreError['code']) => {
  throw new StoreError(kind, 'No.', { status, code });
};
const lost = () => fails('unreachable');

beforeEach(() => {
  vi.useFakeTimers();
  add.mockReset();
  tokenize.mockReset().mockResolvedValue({ outcome: 'tokenized', paymentToken: 'token' });
});

describe('saving a new card', () => {
  it('repeats a request without a response once, with the same key and token', async () => {
    add.mockImplementationOnce(lost).mockResolvedValueOnce(card);
    const saving = save(billing);
    await vi.runAllTimersAsync();
    expect(await saving).toEqual({ outcome: 'saved', card });
    expect(add.mock.calls[1]).toEqual(add.mock.calls[0]);
    expect(add.mock.calls[0]?.[1]).toEqual({ payment_token: 'token', billing_address: billing });
    expect(tokenize).toHaveBeenCalledOnce();
  });

  it('stays unknown until a repeat tells what became of it', async () => {
    add.mockImplementation(lost);
    const saving = save(billing);
    await vi.runAllTimersAsync();
    const result = await saving;
    if (result.outcome !== 'unknown') throw new Error(result.outcome);
    add.mockImplementationOnce(() => fails('refused', 429, 'rate-limited'));
    expect(await result.repeat()).toMatchObject({ outcome: 'unknown' });
    add.mockImplementationOnce(() => fails('refused', 402, 'declined'));
    expect(await result.repeat()).toEqual({ outcome: 'refused', code: 'declined', message: 'No.' });
    expect(new Set(add.mock.calls.map(([key]) => key)).size).toBe(1);
  });

  it.each([
    ['refused', 402, 'declined'],
    ['refused', 403, 'recent-sign-in-required'],
    ['refused', 503, 'gateway-unreachable'],
    ['unsent', null, undefined],
  ] as const)('is refused at once after %s, %s, %s', async (kind, status, code) => {
    add.mockImplementationOnce(() => fails(kind, status, code));
    expect(await save(billing)).toEqual({ outcome: 'refused', code, message: 'No.' });
    expect(add).toHaveBeenCalledOnce();
  });

  it('sends nothing without a token', async () => {
    tokenize.mockResolvedValueOnce({ outcome: 'refused', failure: { name: 'token-timeout', message: '' } });
    expect(await save(billing)).toMatchObject({ outcome: 'refused', code: 'token-timeout' });
    expect(add).not.toHaveBeenCalled();
  });
});

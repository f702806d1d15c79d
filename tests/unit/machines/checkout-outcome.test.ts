import { describe, expect, it } from 'vitest';
import {
  isResuming,
  selectOtherTabAttempts,
  selectPackage,
  selectUnresolved,
} from '#machines/checkout.selectors.ts';
import { approved, attempt, billing, declined, pro, refused } from '#tests/purchases.ts';
import { failing } from './harness.ts';
import { atTheCard, never, submit, unknown, visit } from './visit-checkout.ts';

describe('an outcome', () => {
  it('that is a decline ends the attempt, and the next card makes a new one', async () => {
    const customer = await atTheCard({ pay: async () => declined });
    await customer.send(submit);
    expect(customer.state()).toEqual({ error: 'correctable' });
    expect(customer.emitted).toEqual(['payment.failed', 'attempt.settled']);
    await customer.send({ type: 'form.edited' });
    expect(customer.context().failure).toBeNull();
    customer.world.pay = async () => approved;
    customer.fillCard();
    await customer.send(submit);
    expect(customer.state()).toBe('success');
    expect(customer.pay.inputs).toHaveLength(2);
  });

  it.each([
    ['unknown', async () => unknown, 0],
    ['an accident', failing, 0],
    ['late', never, 30_000],
  ] as const)('that is %s is asked for, never paid for again', async (_, pay, wait) => {
    const customer = await atTheCard({ pay, ask: async () => unknown });
    await customer.send(submit);
    await customer.after(wait);
    expect(customer.state()).toEqual({ processing: { confirming: 'pausing' } });
    expect(customer.ask.inputs).toEqual([{ attempt, billing, paymentToken: 'tok-1' }]);
    customer.world.ask = async () => approved;
    await customer.after(2_000);
    expect(customer.state()).toBe('success');
    expect(customer.pay.inputs).toHaveLength(1);
  });

  it('that stays unknown is pending with its reference, until the customer says so', async () => {
    const customer = await atTheCard({ pay: async () => unknown, ask: failing });
    await customer.send(submit);
    await customer.after(60_000);
    expect(customer.state()).toEqual({ error: 'unresolved' });
    expect(selectUnresolved(customer.checkout.getSnapshot())).toEqual(attempt);
    await customer.send({ type: 'package.selected', product: pro });
    expect(customer.state()).toEqual({ error: 'unresolved' });
    customer.world.ask = async () => unknown;
    await customer.send({ type: 'outcome.rechecked' });
    expect(isResuming(customer.checkout.getSnapshot())).toBe(true);
    customer.world.ask = async () => approved;
    await customer.after(2_000);
    expect(customer.state()).toBe('success');

    const other = await atTheCard({ pay: async () => unknown, ask: failing });
    await other.send(submit);
    await other.after(60_000);
    await other.send({ type: 'outcome.acknowledged' });
    expect(other.state()).toEqual({ idle: 'choosing' });
    expect(other.emitted).toContain('attempt.settled');
  });

  it('of an earlier visit is asked for without paying', async () => {
    const customer = await visit({ recalled: async () => attempt, ask: async () => unknown });
    expect(customer.state()).toEqual({ processing: { confirming: 'pausing' } });
    expect(isResuming(customer.checkout.getSnapshot())).toBe(true);
    customer.world.ask = async () => declined;
    await customer.after(2_000);
    expect(customer.state()).toEqual({ idle: 'choosing' });
    expect(customer.context().failure).toMatchObject({ name: 'declined' });
    expect(customer.pay.inputs).toHaveLength(0);
  });

  it('of an earlier visit that cannot be recalled holds nobody up', async () => {
    expect((await visit({ recalled: failing })).state()).toEqual({ idle: 'choosing' });
  });

  it('that a key of something else hides stops with its reference', async () => {
    const customer = await atTheCard({ pay: async () => refused('unresolved') });
    await customer.send(submit);
    expect(customer.state()).toEqual({ error: 'unresolved' });
    expect(customer.ask.inputs).toHaveLength(0);
    customer.world.ask = async () => refused('unresolved');
    await customer.send({ type: 'outcome.rechecked' });
    expect(customer.state()).toEqual({ error: 'unresolved' });
    expect(selectUnresolved(customer.checkout.getSnapshot())).toEqual(attempt);
  });

  it('need not be waited for', async () => {
    const customer = await atTheCard({ pay: async () => unknown, ask: async () => unknown });
    await customer.send(submit);
    await customer.send({ type: 'confirmation.stopped' });
    expect(customer.state()).toEqual({ error: 'unresolved' });
    expect(customer.emitted).not.toContain('attempt.settled');
  });

  it('is asked for when the page was left during the charge', async () => {
    const customer = await atTheCard({ pay: never, ask: async () => unknown });
    await customer.send(submit);
    await customer.send({ type: 'checkout.left' });
    expect(customer.ask.inputs).toEqual([{ attempt, billing, paymentToken: 'tok-1' }]);
    expect(isResuming(customer.checkout.getSnapshot())).toBe(true);
    expect(selectPackage(customer.checkout.getSnapshot())).toBeNull();
    customer.world.ask = async () => declined;
    await customer.after(2_000);
    expect(customer.state()).toEqual({ idle: 'choosing' });
    expect(customer.context().failure).toMatchObject({ name: 'declined' });
  });
});

describe('another tab', () => {
  it('is told of, and its end makes the account outdated', async () => {
    const customer = await visit();
    await customer.otherTabs({ type: 'attempts.seen', otherTabAttempts: [attempt] });
    expect(selectOtherTabAttempts(customer.checkout.getSnapshot())).toEqual([attempt]);
    expect(customer.emitted).toEqual([]);
    await customer.otherTabs({ type: 'attempt.ended' });
    await customer.otherTabs({ type: 'attempts.seen', otherTabAttempts: [] });
    expect(selectOtherTabAttempts(customer.checkout.getSnapshot())).toEqual([]);
    expect(customer.emitted).toEqual(['account.outdated']);
  });

  it('leaves its attempt to this one, unless this one is at work', async () => {
    const busy = await atTheCard({ pay: never });
    await busy.send(submit);
    await busy.otherTabs({ type: 'attempt.abandoned', attempt });
    expect(busy.state()).toEqual({ processing: 'charging' });

    const idle = await visit();
    await idle.otherTabs({ type: 'attempt.abandoned', attempt });
    expect(idle.ask.inputs).toEqual([{ attempt, billing: null, paymentToken: null }]);
    expect(idle.state()).toBe('success');
  });
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createBillingDraft } from '#features/checkout/billing-draft.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const known = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  address1: '1 Main Street',
  city: 'Chicago',
  state: 'IL',
  zip: '60601',
  phone: '(555) 123-4567',
};

test('an untouched form shows no problem', () => {
  const draft = createBillingDraft({});
  expect(draft.problemOf('first_name')).toBeNull();
  expect(draft.refusal()).toEqual([]);
  expect(draft.isComplete()).toBe(false);
});

test('a field is checked 300 ms after its last change', () => {
  const draft = createBillingDraft({});
  draft.change('zip', '6');
  vi.advanceTimersByTime(299);
  draft.change('zip', '60');
  vi.advanceTimersByTime(299);
  expect(draft.problemOf('zip')).toBeNull();
  vi.advanceTimersByTime(1);
  expect(draft.problemOf('zip')).toBe('malformed');
});

test('a field is checked at once on blur', () => {
  const draft = createBillingDraft({});
  draft.check('city');
  expect(draft.problemOf('city')).toBe('missing');
  expect(draft.problemOf('state')).toBeNull();
});

test('a problem disappears as soon as the field is right', () => {
  const draft = createBillingDraft({});
  draft.check('zip');
  draft.change('zip', '606');
  expect(draft.problemOf('zip')).toBe('missing');
  draft.change('zip', '60601');
  expect(draft.problemOf('zip')).toBeNull();
});

test('a pending check is dropped by a correct value and by the end of the form', () => {
  const draft = createBillingDraft({});
  draft.change('zip', '6');
  draft.change('zip', '60601');
  draft.change('city', '');
  draft.stop();
  vi.advanceTimersByTime(1_000);
  expect(draft.problemOf('zip')).toBeNull();
  expect(draft.problemOf('city')).toBeNull();
});

test('a submit checks every field and shows problems until they are fixed', () => {
  const draft = createBillingDraft({ ...known, city: ' ', zip: '1' });
  const findings = [
    { field: 'city', problem: 'missing' },
    { field: 'zip', problem: 'malformed' },
  ];
  expect(draft.submit()).toEqual(findings);
  expect(draft.refusal()).toEqual(findings);
  expect(draft.problemOf('city')).toBe('missing');

  draft.change('zip', '60601');
  expect(draft.refusal()).toEqual([{ field: 'city', problem: 'missing' }]);
  draft.change('city', 'Chicago');
  expect(draft.refusal()).toEqual([]);
});

test('a problem that changes is announced as the new one', () => {
  const draft = createBillingDraft({ ...known, zip: '' });
  draft.submit();
  draft.change('zip', '6');
  vi.advanceTimersByTime(300);
  expect(draft.refusal()).toEqual([{ field: 'zip', problem: 'malformed' }]);
});

test('a complete form submits without problems', () => {
  const draft = createBillingDraft(known);
  expect(draft.isComplete()).toBe(true);
  expect(draft.submit()).toEqual([]);
  expect(draft.form()).toEqual({ ...known, address2: '' });
});

test('a keystroke without a visible change notifies nothing', () => {
  const draft = createBillingDraft(known);
  const refusal = draft.refusal();
  draft.change('city', 'Chicag');
  expect(draft.refusal()).toBe(refusal);
  expect(draft.problemOf('city')).toBeNull();
});

test('each change is stored, and nothing before the first', () => {
  const keep = vi.fn();
  const draft = createBillingDraft(known, keep);
  draft.check('city');
  draft.submit();
  expect(keep).not.toHaveBeenCalled();
  draft.change('zip', '1');
  expect(keep).toHaveBeenCalledExactlyOnceWith({ ...known, address2: '', zip: '1' });
});

test('a keystroke notifies only current listeners, and only if something changed', () => {
  const draft = createBillingDraft(known);
  const listener = vi.fn();
  const leave = draft.subscribe(listener);
  draft.change('city', 'Chicag');
  draft.change('zip', '6060');
  expect(listener).not.toHaveBeenCalled();
  vi.advanceTimersByTime(300);
  expect(listener).toHaveBeenCalledOnce();
  draft.change('city', '');
  expect(listener).toHaveBeenCalledTimes(2);
  expect(draft.isComplete()).toBe(false);
  leave();
  draft.change('city', 'C');
  expect(draft.isComplete()).toBe(true);
  expect(listener).toHaveBeenCalledTimes(2);
});

test('a territory is valid only if the store accepts it', () => {
  const inGuam = { ...known, state: 'GU' };
  expect(createBillingDraft(inGuam).submit()).toEqual([{ field: 'state', problem: 'malformed' }]);
  const draft = createBillingDraft(inGuam, undefined, { usTerritories: true });
  draft.check('state');
  expect(draft.problemOf('state')).toBeNull();
  expect(draft.submit()).toEqual([]);
});

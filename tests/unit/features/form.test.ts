import { beforeEach, expect, test, vi } from 'vitest';
import { createForm, type FormRules } from '#features/shared/form.ts';

beforeEach(() => void vi.useFakeTimers());

type Name = 'city' | 'zip' | 'repeatedZip';

const complete = { city: 'Chicago', zip: '60601', repeatedZip: '60601' };

const check: FormRules<Name>['check'] = ({ city, zip, repeatedZip }) => ({
  city: city.trim() === '' ? 'missing' : city === 'Paris' ? 'foreign' : null,
  zip: zip === '' ? 'missing' : zip.length < 5 ? 'malformed' : null,
  repeatedZip: zip === repeatedZip ? null : 'different',
});

const open = (initial: Partial<typeof complete> = {}, rules: FormRules<Name> = {}) =>
  createForm({ city: '', zip: '', repeatedZip: '', ...initial }, () => ({ check, ...rules }));

const errorsOf = ({ errors }: ReturnType<typeof open>) => Object.fromEntries(errors());

test('an untouched form field shows no error', () => {
  const form = open();
  expect(errorsOf(form)).toEqual({});
});

test('a form field is checked 300 ms after its last change', () => {
  const form = open();
  form.edit('zip', '6');
  vi.advanceTimersByTime(299);
  form.edit('zip', '60');
  vi.advanceTimersByTime(299);
  expect(errorsOf(form)).toEqual({});
  vi.advanceTimersByTime(1);
  expect(errorsOf(form)).toEqual({ zip: 'malformed' });
});

test('a form field is checked immediately on blur', () => {
  const form = open();
  form.check('city');
  expect(errorsOf(form)).toEqual({ city: 'missing' });
});

test('a form field’s error disappears once the field is valid, and changes only after a pause', () => {
  const form = open(complete);
  form.edit('zip', '');
  vi.advanceTimersByTime(300);
  form.check('repeatedZip');
  expect(errorsOf(form)).toEqual({ zip: 'missing', repeatedZip: 'different' });
  form.edit('zip', '606');
  expect(errorsOf(form)).toMatchObject({ zip: 'missing' });
  vi.advanceTimersByTime(300);
  expect(errorsOf(form)).toMatchObject({ zip: 'malformed' });
  form.edit('zip', '60601');
  expect(errorsOf(form)).toEqual({});
});

test('a submit checks every field, and lists the blocking fields until they are valid', () => {
  const form = open({ ...complete, city: ' ', zip: '', repeatedZip: '' });
  expect(form.submit()).toBe(false);
  expect([...form.errors()]).toEqual([
    ['city', 'missing'],
    ['zip', 'missing'],
  ]);
  form.edit('zip', '6');
  vi.advanceTimersByTime(300);
  expect(form.blocking()).toEqual(['city', 'zip']);
  form.edit('repeatedZip', '6');
  form.edit('zip', '60601');
  expect(form.blocking()).toEqual(['city']);
  form.edit('city', 'Chicago');
  expect(form.blocking()).toEqual([]);
  form.edit('repeatedZip', '60601');
  expect(form.submit()).toBe(true);
});

test('errors that don’t block a submit are shown once the service refuses the submit', () => {
  const dismiss = vi.fn();
  const block: FormRules<Name>['block'] = ({ city }) => ({ city: city === 'Paris' ? 'foreign' : null });
  const form = open({}, { block, dismiss });
  form.edit('zip', '6');
  vi.advanceTimersByTime(300);
  expect(errorsOf(form)).toEqual({});
  expect(form.submit()).toBe(true);
  form.refuse({ city: 'unknown' });
  expect(errorsOf(form)).toEqual({ city: 'missing', zip: 'malformed', repeatedZip: 'different' });
  expect(form.blocking()).toEqual([]);
  form.edit('city', 'Paris');
  expect(form.submit()).toBe(false);
  expect(dismiss).toHaveBeenCalledOnce();
  expect(form.blocking()).toEqual(['city', 'zip', 'repeatedZip']);
});

test('a service’s error stays until its own field is edited, and the last correction dismisses the failure', () => {
  const dismiss = vi.fn();
  const form = open(complete, { dismiss });
  form.refuse({ zip: 'unknown' });
  form.edit('city', 'Evanston');
  expect(errorsOf(form)).toEqual({ zip: 'unknown' });
  expect(dismiss).not.toHaveBeenCalled();
  form.edit('zip', '60602');
  expect(errorsOf(form)).toEqual({});
  expect(dismiss).toHaveBeenCalledOnce();
});

test('a submit drops the service’s errors, and an allowed submit hides all errors', () => {
  const form = open(complete, { block: () => ({}) });
  form.refuse({ zip: 'unknown' });
  form.edit('city', '');
  vi.advanceTimersByTime(300);
  form.check('city');
  expect(form.submit()).toBe(true);
  expect(errorsOf(form)).toEqual({});
});

test('a field that shows a saved value again has no error, now or later', () => {
  const form = open();
  expect(form.submit()).toBe(false);
  form.edit('zip', '');
  form.clear('zip');
  vi.advanceTimersByTime(300);
  expect(errorsOf(form)).not.toHaveProperty('zip');
});

test('a form reports each edit to onEdit', () => {
  const onEdit = vi.fn();
  const form = open(complete, { onEdit });
  expect(onEdit).not.toHaveBeenCalled();
  form.edit('city', 'Evanston');
  expect(onEdit).toHaveBeenCalledExactlyOnceWith({ ...complete, city: 'Evanston' }, 'city');
});

test('a form notifies only its current listeners of an edit', () => {
  const form = open(complete);
  const listener = vi.fn();
  const leave = form.subscribe(listener);
  form.edit('city', 'Chicag');
  expect(listener).toHaveBeenCalledOnce();
  leave();
  form.edit('city', 'Chicago');
  expect(listener).toHaveBeenCalledOnce();
});

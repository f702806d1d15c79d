import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createForm, type FieldReader } from '#features/shared/form.ts';

type Field = 'city' | 'zip' | 'zipAgain' | 'note';

type Problem = 'missing' | 'malformed' | 'different';

const names: readonly Field[] = ['city', 'zip', 'zipAgain', 'note'];

const check = (read: FieldReader<Field>) => {
  const found = new Map<Field, Problem>();
  if (read('city').trim() === '') found.set('city', 'missing');
  if (read('zip') === '') found.set('zip', 'missing');
  else if (read('zip').length !== 5) found.set('zip', 'malformed');
  if (read('zip') !== read('zipAgain')) found.set('zipAgain', 'different');
  return found;
};

const right = { city: 'Chicago', zip: '60601', zipAgain: '60601', note: '' };

/** A form that is not in a page: it reads what was typed from `values`. */
const begin = (
  known: Partial<Record<Field, string>> = {},
  rules: Partial<Parameters<typeof createForm<Field, Problem>>[0]> = {},
) => {
  const values = new Map(names.map((name) => [name, known[name] ?? '']));
  const form = createForm<Field, Problem>({
    names,
    required: ['city', 'zip', 'zipAgain'],
    known: (name) => values.get(name) ?? '',
    check,
    ...rules,
  });
  const type = (name: Field, value: string) => {
    values.set(name, value);
    form.edit(name);
  };
  return { form, type, errorOf: (name: Field) => form.state().errors.get(name) };
};

let pressed: object | null = null;

beforeEach(() => {
  vi.useFakeTimers();
  pressed = null;
  vi.stubGlobal('document', { querySelector: () => pressed });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('an untouched form shows nothing wrong', () => {
  const { form } = begin();
  expect(form.state()).toEqual({ errors: new Map(), refused: [], submitted: false });
  expect(form.missing()).toEqual(['city', 'zip', 'zipAgain']);
});

test('a field is checked 300 ms after its last change', () => {
  const { type, errorOf } = begin();
  type('zip', '6');
  vi.advanceTimersByTime(299);
  type('zip', '60');
  vi.advanceTimersByTime(299);
  expect(errorOf('zip')).toBeUndefined();
  vi.advanceTimersByTime(1);
  expect(errorOf('zip')).toBe('malformed');
});

test('a field that was changed is checked at once when it is left', () => {
  const { form, type, errorOf } = begin();
  type('zip', '6');
  form.leave('city');
  form.leave('zip');
  expect(errorOf('city')).toBeUndefined();
  expect(errorOf('zip')).toBe('malformed');
});

test('an untouched field is checked when it is left if the form says so', () => {
  const { form, errorOf } = begin({}, { checksUntouched: true });
  form.leave('city');
  expect(errorOf('city')).toBe('missing');
  expect(errorOf('zip')).toBeUndefined();
});

test('a field that is left by a press waits for its check', () => {
  const { form, type, errorOf } = begin();
  type('zip', '6');
  pressed = {};
  form.leave('zip');
  expect(errorOf('zip')).toBeUndefined();
  vi.advanceTimersByTime(300);
  expect(errorOf('zip')).toBe('malformed');
});

test('an error goes as soon as its field is right', () => {
  const { form, type, errorOf } = begin();
  form.submit();
  type('zip', '606');
  expect(errorOf('zip')).toBe('missing');
  type('zip', '60601');
  expect(errorOf('zip')).toBeUndefined();
});

test('an error goes when another field makes it right', () => {
  const { form, type, errorOf } = begin({ ...right, zip: '60602' });
  form.submit();
  expect(errorOf('zipAgain')).toBe('different');
  type('zip', '60601');
  expect(errorOf('zipAgain')).toBeUndefined();
});

test('a check that waits is dropped by a right value and by a submit', () => {
  const { form, type } = begin(right);
  type('zip', '6');
  type('zip', '60601');
  type('city', '');
  type('city', 'C');
  form.submit();
  type('note', 'x');
  vi.advanceTimersByTime(1_000);
  expect(form.state().errors).toEqual(new Map());
});

test('a submit checks every field and keeps what is wrong until it is right', () => {
  const { form, type, errorOf } = begin({ ...right, city: ' ', zip: '1', zipAgain: '1' });
  expect(form.submit()).toBe(false);
  expect(form.state()).toMatchObject({ refused: ['city', 'zip'], submitted: true });
  expect(errorOf('city')).toBe('missing');
  expect(errorOf('zip')).toBe('malformed');
  type('city', 'Chicago');
  expect(form.state().refused).toEqual(['zip']);
});

test('an error that turns into another is told as that', () => {
  const { form, type, errorOf } = begin({ ...right, zip: '' });
  form.submit();
  type('zip', '6');
  vi.advanceTimersByTime(300);
  expect(errorOf('zip')).toBe('malformed');
  expect(form.state().refused).toEqual(['zip', 'zipAgain']);
});

test('a form that is right is submitted without an error', () => {
  const { form } = begin(right);
  expect(form.missing()).toEqual([]);
  expect(form.submit()).toBe(true);
  expect(form.state()).toEqual({ errors: new Map(), refused: [], submitted: true });
});

test('a malformed field is not missing', () => {
  const { form } = begin({ ...right, zip: 'x', city: '\t' });
  expect(form.missing()).toEqual(['city']);
});

test('what does not block a submit is marked once the service has refused it', () => {
  const { form, type, errorOf } = begin({ zip: '1' }, { block: () => new Map() });
  type('zip', '12');
  vi.advanceTimersByTime(300);
  expect(errorOf('zip')).toBeUndefined();
  expect(form.submit()).toBe(true);
  form.mark(new Map([['note', 'malformed']]));
  expect(form.state().refused).toEqual([]);
  expect(errorOf('note')).toBe('malformed');
  expect(errorOf('zip')).toBe('malformed');
  type('zip', '');
  vi.advanceTimersByTime(300);
  expect(errorOf('zip')).toBe('missing');
});

test('a keystroke changes nothing that a field shows', () => {
  const { form, type } = begin(right);
  const state = form.state();
  type('city', 'Chicag');
  expect(form.state()).toBe(state);
});

test('each change is told, and nothing before the first', () => {
  const onBegun = vi.fn();
  const onEdit = vi.fn();
  const { form, type } = begin(right, { onBegun, onEdit });
  form.leave('city');
  form.submit();
  expect(onEdit).not.toHaveBeenCalled();
  type('zip', '1');
  type('zip', '12');
  expect(onEdit.mock.calls).toEqual([
    ['zip', '1'],
    ['zip', '12'],
  ]);
  expect(onBegun).toHaveBeenCalledOnce();
});

test('a blocked submit dismisses the earlier failure, and so does the correction of the last error', () => {
  const dismiss = vi.fn();
  const { form, type } = begin({ ...right, city: '', zip: '1', zipAgain: '1' }, { dismiss });
  form.submit();
  expect(dismiss).toHaveBeenCalledOnce();
  type('city', 'Chicago');
  type('zipAgain', '60601');
  expect(dismiss).toHaveBeenCalledOnce();
  type('zip', '60601');
  expect(dismiss).toHaveBeenCalledTimes(2);
});

test('listeners hear of changes until they have left', () => {
  const { form, type } = begin(right);
  const listener = vi.fn();
  const leave = form.subscribe(listener);
  type('city', '');
  expect(listener).toHaveBeenCalledOnce();
  leave();
  type('city', 'C');
  expect(listener).toHaveBeenCalledOnce();
});

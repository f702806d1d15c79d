import { expect, test, vi } from 'vitest';
import { createClosers } from '#server/sandbox/closers.ts';

test('the last begun is undone first, whatever fails', async () => {
  const complain = vi.spyOn(console, 'error').mockImplementation(() => {});
  const undone: string[] = [];
  const closers = createClosers();
  closers.add(() => void undone.push('first'));
  closers.add(() => Promise.reject(new Error('stuck')));
  closers.add(async () => void undone.push('last'));
  await Promise.all([closers.closeAll(), closers.closeAll()]);
  expect(undone).toEqual(['last', 'first']);
  expect(complain).toHaveBeenCalledOnce();
  complain.mockRestore();
});

test('what is begun while closing is undone as well', async () => {
  const undone: string[] = [];
  const closers = createClosers();
  closers.add(async () => closers.add(() => void undone.push('late')));
  await closers.closeAll();
  closers.add(() => void undone.push('later'));
  await closers.closeAll();
  expect(undone).toEqual(['late', 'later']);
});

import { expect, test, vi } from 'vitest';
import { createDisposableStack } from '#server/sandbox/disposable-stack.ts';

test('the last begun is undone first, whatever fails', async () => {
  const complain = vi.spyOn(console, 'error').mockImplementation(() => {});
  const undone: string[] = [];
  const disposables = createDisposableStack();
  disposables.defer(() => void undone.push('first'));
  disposables.defer(() => Promise.reject(new Error('stuck')));
  disposables.defer(async () => void undone.push('last'));
  await Promise.all([disposables.disposeAsync(), disposables.disposeAsync()]);
  expect(undone).toEqual(['last', 'first']);
  expect(complain).toHaveBeenCalledOnce();
  complain.mockRestore();
});

test('what is begun while closing is undone as well', async () => {
  const undone: string[] = [];
  const disposables = createDisposableStack();
  disposables.defer(async () => disposables.defer(() => void undone.push('late')));
  await disposables.disposeAsync();
  disposables.defer(() => void undone.push('later'));
  await disposables.disposeAsync();
  expect(undone).toEqual(['late', 'later']);
});

import { expect, it, vi } from 'vitest';
import { createToasts } from '#services/toasts/toasts.ts';

const createBoard = () => ({ show: vi.fn(), dismiss: vi.fn() });

it('toasts wait until there is a board, and equal messages are shown once', () => {
  const toasts = createToasts();
  toasts.success('Saved');
  expect(toasts.success('Saved')).toBe(toasts.success('Saved'));
  toasts.error('Failed');
  const board = createBoard();
  toasts.connect(board);
  toasts.blank('Later');
  expect(board.show.mock.calls.map(([{ kind, text }]) => [kind, text])).toEqual([
    ['success', 'Saved'],
    ['error', 'Failed'],
    ['blank', 'Later'],
  ]);
});

it('only the newest twenty waiting toasts are kept', () => {
  const toasts = createToasts();
  for (let index = 1; index <= 100; index++) toasts.error(`Error ${index}`);
  const board = createBoard();
  toasts.connect(board);
  expect(board.show).toHaveBeenCalledTimes(20);
  expect(board.show).toHaveBeenLastCalledWith(expect.objectContaining({ text: 'Error 100' }));
});

it('toast listeners are notified once that a toast is waiting', () => {
  const toasts = createToasts();
  const notify = vi.fn();
  const stop = toasts.onWanted(notify);
  expect(toasts.isWanted()).toBe(false);
  toasts.loading('Working');
  toasts.blank('More');
  expect(toasts.isWanted()).toBe(true);
  expect(notify).toHaveBeenCalledOnce();
  stop();
});

it('a dismissed toast is removed, whether it is shown or not', () => {
  const toasts = createToasts();
  toasts.dismiss(toasts.loading('Working'));
  const board = createBoard();
  toasts.connect(board);
  expect(board.show).not.toHaveBeenCalled();
  const id = toasts.loading('Working');
  toasts.dismiss(id);
  expect(board.dismiss).toHaveBeenCalledWith(id);
});

it('an error toast stays when a later action succeeds', () => {
  const toasts = createToasts();
  const board = createBoard();
  toasts.connect(board);
  toasts.error('Failed');
  toasts.success('Saved');
  expect(board.dismiss).not.toHaveBeenCalled();
});

it('toasts wait again after the board disconnects', () => {
  const toasts = createToasts();
  const [first, second] = [createBoard(), createBoard()];
  const disconnect = toasts.connect(first);
  disconnect();
  toasts.blank('In between');
  toasts.connect(second);
  disconnect();
  toasts.blank('After');
  expect(first.show).not.toHaveBeenCalled();
  expect(second.show).toHaveBeenCalledTimes(2);
});

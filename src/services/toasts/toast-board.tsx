import '#ui/toast.css.ts';
import { useEffect } from 'react';
import { ToastContainer, type ToastOptions, toast } from 'react-toastify/unstyled';
import type { ToastBoard, ToastKind, Toasts } from './toasts.ts';

/** Toasts on the screen at once. */
const limit = 20;

/** Milliseconds until a toast goes by itself. */
const lifetimes: Readonly<Record<ToastKind, number | false>> = {
  blank: 4_000,
  error: 4_000,
  success: 2_000,
  loading: false,
};

const types: Readonly<Record<ToastKind, NonNullable<ToastOptions['type']>>> = {
  blank: 'default',
  error: 'error',
  success: 'success',
  loading: 'default',
};

/** Shows messages through react-toastify: an equal one that still stands is not shown again, older ones give way. */
const createBoard = (): ToastBoard & { readonly stop: () => void } => {
  const shown = new Set<string>();
  const stop = toast.onChange(({ id, status }) => {
    if (status === 'removed') shown.delete(String(id));
  });

  const makeRoom = () => {
    if (shown.size < limit) return;
    // What waits for a place is older than what comes now, and would be shown long after its time.
    toast.clearWaitingQueue();
    for (const id of shown) if (!toast.isActive(id)) shown.delete(id);
    const [oldest] = shown;
    if (shown.size >= limit && oldest !== undefined) toast.dismiss(oldest);
  };

  return {
    stop,
    show({ id, kind, text }) {
      if (toast.isActive(id)) return;
      shown.delete(id);
      makeRoom();
      shown.add(id);
      toast(text, {
        toastId: id,
        type: types[kind],
        autoClose: lifetimes[kind],
        isLoading: kind === 'loading',
        closeButton: kind !== 'loading',
      });
    },
    dismiss: (id) => toast.dismiss(id),
  };
};

/** The board itself: a polite live region at the top right. */
export default function ToastBoardView({ toasts }: { readonly toasts: Toasts }) {
  useEffect(() => {
    const board = createBoard();
    let disconnect: (() => void) | undefined;
    let isGone = false;
    // A container that React mounts, unmounts and mounts again at once would lose what it was given in between.
    queueMicrotask(() => {
      if (!isGone) disconnect = toasts.connect(board);
    });
    return () => {
      isGone = true;
      disconnect?.();
      board.stop();
    };
  }, [toasts]);

  return <ToastContainer position="top-right" limit={limit} role="status" closeOnClick />;
}

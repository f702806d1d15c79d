import '#ui/toast.css.ts';
import { useEffect } from 'react';
import { ToastContainer, type ToastOptions, toast } from 'react-toastify/unstyled';
import type { ToastBoard, ToastKind, Toasts } from './toasts.ts';

/** Toasts on the screen at once. */
const limit = 20;

/** How long a toast stays, in milliseconds. */
const toastDurations: Readonly<Record<ToastKind, number | false>> = {
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
  /** By the id of a message, that of its toast. Each toast has its own: one that is on its way out shadows its id. */
  const shown = new Map<string, string>();
  /** The toasts that wait for a place on the screen. */
  const awaited = new Set<string>();
  let count = 0;
  const stop = toast.onChange(({ id: changed, status }) => {
    awaited.delete(String(changed));
    if (status !== 'removed') return;
    for (const [id, toastId] of shown) if (toastId === changed) shown.delete(id);
  });

  const makeRoom = () => {
    if (shown.size < limit) return;
    // What waits for a place is older than what comes now, and would be shown long after its time.
    toast.clearWaitingQueue();
    awaited.clear();
    for (const [id, toastId] of shown) if (!toast.isActive(toastId)) shown.delete(id);
    const [oldest] = shown.values();
    if (shown.size >= limit && oldest !== undefined) toast.dismiss(oldest);
  };

  return {
    stop,
    show({ id, kind, text }) {
      const standing = shown.get(id);
      if (standing !== undefined && (awaited.has(standing) || toast.isActive(standing))) return;
      shown.delete(id);
      makeRoom();
      count += 1;
      const toastId = `${count} ${id}`;
      shown.set(id, toastId);
      awaited.add(toastId);
      toast(text, {
        toastId,
        type: types[kind],
        autoClose: toastDurations[kind],
        isLoading: kind === 'loading',
        closeButton: kind !== 'loading',
      });
    },
    dismiss(id) {
      const standing = shown.get(id);
      if (standing !== undefined) toast.dismiss(standing);
    },
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

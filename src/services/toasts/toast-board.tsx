import '#ui/toast.css.ts';
import { useEffect, useRef } from 'react';
import { ToastContainer, type ToastOptions, toast } from 'react-toastify/unstyled';
import { keepClear } from '#ui/clear-place.ts';
import type { ToastBoard, ToastKind, Toasts } from './toasts.ts';

/** Toasts on the screen at once. */
const limit = 20;

/** How each kind of toast is shown; its duration is `autoClose`, in milliseconds. */
const toastOptions: Readonly<Record<ToastKind, ToastOptions>> = {
  blank: { type: 'default', autoClose: 4_000, closeButton: true },
  error: { type: 'error', autoClose: 4_000, closeButton: true },
  success: { type: 'success', autoClose: 2_000, closeButton: true },
  loading: { type: 'default', autoClose: false, isLoading: true, closeButton: false },
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
      const current = shown.get(id);
      if (current !== undefined && (awaited.has(current) || toast.isActive(current))) return;
      shown.delete(id);
      makeRoom();
      count += 1;
      const toastId = `${count} ${id}`;
      shown.set(id, toastId);
      awaited.add(toastId);
      toast(text, { ...toastOptions[kind], toastId });
    },
    dismiss(id) {
      const current = shown.get(id);
      if (current !== undefined) toast.dismiss(current);
    },
  };
};

/** The board itself: a polite live region at the top right, or at the lower edge of a phone. */
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

  const place = useRef<HTMLDivElement>(null);
  useEffect(
    () => keepClear(() => place.current?.querySelectorAll<HTMLElement>('.Toastify__toast-container') ?? []),
    [],
  );

  // A card field takes the focus from the page's window; a toast that waited for it would stand before the field.
  return (
    <div ref={place}>
      <ToastContainer
        position="top-right"
        limit={limit}
        role="status"
        closeOnClick
        pauseOnFocusLoss={false}
      />
    </div>
  );
}

import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { ToastContainer, type ToastOptions, toast } from 'react-toastify/unstyled';
import { place } from '#ui/toast.css.ts';
import { placeToasts } from './toast-place.ts';
import type { ToastBoard, ToastKind, Toasts } from './toasts.ts';

const limit = 20;

/** The options for each kind of toast. `autoClose` is in milliseconds. */
const toastOptions: Readonly<Record<ToastKind, ToastOptions>> = {
  blank: { type: 'default', autoClose: 4_000, closeButton: true },
  error: { type: 'error', autoClose: 4_000, closeButton: true },
  success: { type: 'success', autoClose: 2_000, closeButton: true },
  loading: { type: 'default', autoClose: false, isLoading: true, closeButton: false },
};

/** Shows messages with react-toastify. Skips messages already on screen, and removes the oldest if full. */
const createBoard = (): ToastBoard & { readonly stop: () => void } => {
  /** Maps message ids to toast ids. Each toast gets a new id, because a closing toast blocks its id. */
  const shown = new Map<string, string>();
  const awaited = new Set<string>();
  let count = 0;
  const stop = toast.onChange(({ id: changed, status }) => {
    awaited.delete(String(changed));
    if (status !== 'removed') return;
    for (const [id, toastId] of shown) if (toastId === changed) shown.delete(id);
  });

  const makeRoom = () => {
    if (shown.size < limit) return;
    // Queued toasts are older than the new one and would appear far too late.
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

const dismissOnEscape = ({ key }: KeyboardEvent): void => {
  // In a dialog, Escape closes only the dialog.
  if (key === 'Escape' && document.querySelector('dialog[open]') === null) toast.dismiss();
};

const createHost = (): HTMLElement => Object.assign(document.createElement('div'), { className: place });

/** Renders toasts at the top right, or across the top on phones, in a polite live region. Escape or a swipe dismisses them. */
export default function ToastBoardView({ toasts }: { readonly toasts: Toasts }) {
  const home = useRef<HTMLDivElement>(null);
  const [host] = useState(createHost);
  useLayoutEffect(() => (home.current ? placeToasts(host, home.current) : undefined), [host]);

  useEffect(() => {
    const board = createBoard();
    let disconnect: (() => void) | undefined;
    let isGone = false;
    // Connect later, because StrictMode mounts twice and would lose toasts from the first mount.
    queueMicrotask(() => {
      if (!isGone) disconnect = toasts.connect(board);
    });
    window.addEventListener('keydown', dismissOnEscape);
    return () => {
      isGone = true;
      disconnect?.();
      board.stop();
      window.removeEventListener('keydown', dismissOnEscape);
    };
  }, [toasts]);

  // Don't pause toasts when a card field takes focus from the window, because they could cover the field.
  return (
    <div ref={home}>
      {createPortal(
        <ToastContainer
          position="top-right"
          limit={limit}
          role="status"
          closeOnClick
          draggablePercent={30}
          pauseOnFocusLoss={false}
        />,
        host,
      )}
    </div>
  );
}

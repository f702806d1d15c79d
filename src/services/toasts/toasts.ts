export type ToastKind = 'blank' | 'success' | 'error' | 'loading';

/** A message to show. Equal messages have equal ids. */
export interface ToastMessage {
  readonly id: string;
  readonly kind: ToastKind;
  readonly text: string;
}

export interface ToastBoard {
  show(message: ToastMessage): void;
  dismiss(id: string): void;
}

/** Maximum number of messages that wait for the board. Older messages are dropped. */
const maxQueueLength = 20;

/** Queues messages until a board connects. Methods such as `error` return the id to pass to `dismiss`. */
export const createToasts = () => {
  const listeners = new Set<() => void>();
  let waiting: readonly ToastMessage[] = [];
  let board: ToastBoard | null = null;
  let wanted = false;

  const want = () => {
    if (wanted) return;
    wanted = true;
    for (const notify of listeners) notify();
  };

  const dismiss = (id: string) => {
    waiting = waiting.filter((message) => message.id !== id);
    board?.dismiss(id);
  };

  const show = (kind: ToastKind, text: string): string => {
    const message = { id: `${kind}: ${text}`, kind, text };
    if (board !== null) board.show(message);
    else if (!waiting.some(({ id }) => id === message.id))
      waiting = [...waiting, message].slice(-maxQueueLength);
    want();
    return message.id;
  };

  return {
    blank: (text: string) => show('blank', text),
    success: (text: string) => show('success', text),
    error: (text: string) => show('error', text),
    loading: (text: string) => show('loading', text),
    dismiss,
    /** Returns whether a message was shown, so that the board must load. */
    isWanted: () => wanted,
    onWanted(notify: () => void): () => void {
      listeners.add(notify);
      return () => void listeners.delete(notify);
    },
    /** Sends queued and later messages to the board. Returns the function that disconnects it. */
    connect(connected: ToastBoard): () => void {
      board = connected;
      for (const message of waiting) connected.show(message);
      waiting = [];
      return () => {
        if (board === connected) board = null;
      };
    },
  };
};

export type Toasts = ReturnType<typeof createToasts>;

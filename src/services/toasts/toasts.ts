/** The kinds of toast, each with how long it stays. */
export type ToastKind = 'blank' | 'success' | 'error' | 'loading';

/** One message as it waits to be shown. Equal messages have equal ids. */
export interface ToastMessage {
  readonly id: string;
  readonly kind: ToastKind;
  readonly text: string;
}

/** What shows toasts, once its code is there. */
export interface ToastBoard {
  show(message: ToastMessage): void;
  dismiss(id: string): void;
}

/** Short notices at the edge of the screen. Each answers with an id to take it back by. */
export interface Toasts {
  blank(text: string): string;
  success(text: string): string;
  error(text: string): string;
  loading(text: string): string;
  dismiss(id: string): void;
  /** Whether there has been anything to show: only then is the code that shows it loaded. */
  isWanted(): boolean;
  /** Tells when the first message comes. Answers with how to stop. */
  onWanted(notify: () => void): () => void;
  /** Hands what waits, and from now on every message, to the board. Answers with how to take it away. */
  connect(board: ToastBoard): () => void;
}

/** Messages that wait for the board at most; older ones give way. */
const longestQueue = 20;

/** Takes messages from anywhere at any time, and holds them until there is a board to show them. */
export const createToasts = (): Toasts => {
  const listeners = new Set<() => void>();
  let waiting: readonly ToastMessage[] = [];
  let board: ToastBoard | null = null;
  let wanted = false;

  const want = () => {
    if (wanted) return;
    wanted = true;
    for (const notify of listeners) notify();
  };

  const show = (kind: ToastKind, text: string): string => {
    const message = { id: `${kind}: ${text}`, kind, text };
    if (board !== null) board.show(message);
    else if (!waiting.some(({ id }) => id === message.id))
      waiting = [...waiting, message].slice(-longestQueue);
    want();
    return message.id;
  };

  return {
    blank: (text) => show('blank', text),
    success: (text) => show('success', text),
    error: (text) => show('error', text),
    loading: (text) => show('loading', text),
    dismiss(id) {
      waiting = waiting.filter((message) => message.id !== id);
      board?.dismiss(id);
    },
    isWanted: () => wanted,
    onWanted(notify) {
      listeners.add(notify);
      return () => void listeners.delete(notify);
    },
    connect(connected) {
      board = connected;
      for (const message of waiting) connected.show(message);
      waiting = [];
      return () => {
        if (board === connected) board = null;
      };
    },
  };
};

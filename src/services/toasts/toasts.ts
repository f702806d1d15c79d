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

/** Messages that wait for the board at most; older ones give way. */
const longestQueue = 20;

/**
 * Short notices at the edge of the screen. Takes messages from anywhere at any time, and keeps them until there is a board
 * to show them. Each kind returns the id that dismisses its message.
 */
export const createToasts = () => {
  const listeners = new Set<() => void>();
  let waiting: readonly ToastMessage[] = [];
  let board: ToastBoard | null = null;
  let wanted = false;
  const failures = new Set<string>();

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
      waiting = [...waiting, message].slice(-longestQueue);
    want();
    return message.id;
  };

  return {
    blank: (text: string) => show('blank', text),
    /** What failed before and was tried again has succeeded: its failure goes. */
    success(text: string): string {
      for (const id of failures) dismiss(id);
      failures.clear();
      return show('success', text);
    },
    error(text: string): string {
      const id = show('error', text);
      failures.add(id);
      return id;
    },
    loading: (text: string) => show('loading', text),
    dismiss,
    /** Whether there has been anything to show: only then is the code that shows it loaded. */
    isWanted: () => wanted,
    /** Calls back when the first message comes. Returns the unsubscribe function. */
    onWanted(notify: () => void): () => void {
      listeners.add(notify);
      return () => void listeners.delete(notify);
    },
    /** Gives what waits, and from now on every message, to the board. Returns the function that disconnects it. */
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

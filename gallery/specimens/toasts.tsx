import './toasts.css.ts';
import { useMemo } from 'react';
import { createToasts } from '#services/toasts/index.ts';
import ToastBoardView from '#services/toasts/toast-board.tsx';

/** A toast of every kind, in its place on the screen. */
export const Toasts = () => {
  const toasts = useMemo(() => {
    const made = createToasts();
    made.blank('There is news.');
    made.success('It was done.');
    made.error('It was not done.');
    made.loading('It is being done.');
    return made;
  }, []);
  return <ToastBoardView toasts={toasts} />;
};

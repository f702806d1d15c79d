import type { ComponentProps, MouseEvent } from 'react';
import * as styles from './Button.css.ts';
import { classNames } from './class-names.ts';
import { ring } from './spin.css.ts';

export interface ButtonProps extends ComponentProps<'button'> {
  readonly variant?: keyof typeof styles.button;
  /** What it started is under way: it keeps its name and its focus, and ignores presses. */
  readonly busy?: boolean;
}

/** A button. Its type is `button` unless told otherwise. With `aria-disabled` it ignores presses but keeps its focus. */
export const Button = ({
  variant = 'primary',
  busy = false,
  type = 'button',
  className,
  onClick,
  children,
  ...native
}: ButtonProps) => {
  const inert = busy || native['aria-disabled'] === true;
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (inert) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...native}
      type={type}
      className={classNames(styles.button[variant], className)}
      onClick={press}
      {...(busy && { 'aria-disabled': true, 'aria-busy': true })}
    >
      {busy && <span className={classNames(ring, styles.spinner)} aria-hidden="true" />}
      {children}
    </button>
  );
};

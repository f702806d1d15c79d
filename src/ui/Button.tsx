import type { ComponentProps, MouseEvent } from 'react';
import * as styles from './Button.css.ts';
import { classNames } from './class-names.ts';
import { ring } from './Spinner.css.ts';

export interface ButtonProps extends ComponentProps<'button'> {
  readonly variant?: keyof typeof styles.button;
  readonly small?: boolean;
  /** The class of an icon, which stands before the name and gives way to the ring of a busy button. */
  readonly icon?: string;
  /** What it started is under way: it keeps its name and its focus, and ignores presses. */
  readonly busy?: boolean;
  /** Something is missing: it looks and is announced as disabled, but takes presses, so that its form can say what. */
  readonly incomplete?: boolean;
}

/** A button. Its type is `button` by default. With `aria-disabled` it ignores presses but keeps its focus. */
export const Button = ({
  variant = 'primary',
  small = false,
  icon,
  busy = false,
  incomplete = false,
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
  const sign = busy ? classNames(ring, styles.spinner) : icon;
  return (
    <button
      {...native}
      type={type}
      className={classNames(styles.button[variant], small && styles.small, className)}
      onClick={press}
      {...(incomplete && { 'aria-disabled': true })}
      {...(busy && { 'aria-disabled': true, 'aria-busy': true })}
    >
      {sign && <span className={sign} aria-hidden="true" />}
      {typeof children === 'string' ? <span>{children}</span> : children}
    </button>
  );
};

import type { ComponentProps, MouseEvent } from 'react';
import * as styles from './Button.css.ts';
import { classNames } from './class-names.ts';
import { ring } from './Spinner.css.ts';

export interface ButtonProps extends ComponentProps<'button'> {
  readonly variant?: keyof typeof styles.button;
  readonly small?: boolean;
  /** Class of the icon before the label. While the action runs, a spinner replaces the icon. */
  readonly icon?: string;
  /** Whether the action is running. The button then keeps its label and focus but ignores presses. */
  readonly busy?: boolean;
  /** Whether the action is running but can be repeated. The button then accepts presses. */
  readonly repeatable?: boolean;
  /** Whether to look disabled but accept presses, so that an incomplete form can show what's missing. */
  readonly incomplete?: boolean;
}

/** Renders a button, by default of type `button`. With `aria-disabled`, ignores presses but keeps focus. */
export const Button = ({
  variant = 'primary',
  small = false,
  icon,
  busy = false,
  repeatable = false,
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
  const sign = busy || repeatable ? classNames(ring, styles.spinner) : icon;
  return (
    <button
      {...native}
      type={type}
      className={classNames(styles.button[variant], small && styles.small, className)}
      onClick={press}
      {...(incomplete && { 'aria-disabled': true })}
      {...(repeatable && { 'aria-busy': true })}
      {...(busy && { 'aria-disabled': true, 'aria-busy': true })}
    >
      {sign && <span className={sign} aria-hidden="true" />}
      {typeof children === 'string' ? <span>{children}</span> : children}
    </button>
  );
};

import type { ComponentProps, MouseEvent } from 'react';
import * as styles from './Button.css.ts';
import { classNames } from './class-names.ts';
import { ring } from './Spinner.css.ts';

export interface ButtonProps extends ComponentProps<'button'> {
  readonly variant?: keyof typeof styles.button;
  readonly small?: boolean;
  /** The class of an icon before the label. A busy button replaces it with a spinner. */
  readonly icon?: string;
  /** The button's action is running. It keeps its label and focus, and ignores presses. */
  readonly busy?: boolean;
  /** The button's action is running, but accepts presses, which repeat it. */
  readonly repeatable?: boolean;
  /** The form is incomplete. The button looks disabled, but accepts presses so that the form can say why. */
  readonly incomplete?: boolean;
}

/** Its type is `button` by default. With `aria-disabled` it ignores presses but keeps its focus. */
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

import { type ReactNode, useEffect, useRef } from 'react';
import type { CheckoutFailure } from '#machines/checkout.types.ts';
import { checkoutFailureText } from '#texts/checkout.ts';
import { Banner } from '#ui/Banner.tsx';
import { isFocusLost } from '#ui/focus-lost.ts';
import * as styles from './checkout.css.ts';

interface FailureNoticeProps {
  readonly failure: CheckoutFailure;
  /** What can be done about it. */
  readonly children?: ReactNode;
}

/** Why a payment failed. Takes the focus when the failure took away what had it. */
export const FailureNotice = ({ failure, children }: FailureNoticeProps) => {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failure && isFocusLost()) notice.current?.focus();
  }, [failure]);
  return (
    <div ref={notice} className={styles.notice} tabIndex={-1}>
      <Banner tone="error">
        <p>{checkoutFailureText(failure)}</p>
        {children}
      </Banner>
    </div>
  );
};

import { useEffect, useEffectEvent, useId } from 'react';
import { useApp, useAuth } from '#features/app-context.ts';
import { isResending } from '#machines/auth.selectors.ts';
import type { Verification } from '#machines/auth.types.ts';
import { accountStepTexts, resendFailureText } from '#texts/account-steps.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { aside, resend } from './account-page.css.ts';
import { useCountdown } from './use-countdown.ts';
import { useFailure } from './use-failure.ts';

/** How long one waits before another code can be sent, in seconds. */
const pause = 30;

interface ResendCodeProps {
  /** What is sent again. */
  readonly kind?: Verification;
}

/** Has another code, or link, sent to the email that waits for one; after each there is a short wait. */
export const ResendCode = ({ kind = 'code' }: ResendCodeProps) => {
  const texts = accountStepTexts.resend[kind];
  const { auth } = useApp();
  const sending = useAuth(isResending);
  const failure = useFailure('resend-code');
  const { left, start } = useCountdown(pause);
  const noteId = useId();

  const onSent = useEffectEvent(start);
  useEffect(() => {
    const sent = auth.on('code.sent', () => onSent());
    return () => sent.unsubscribe();
  }, [auth]);

  const waiting = left > 0;
  return (
    <div className={resend}>
      {failure && <Banner tone="error">{resendFailureText(failure, kind)}</Banner>}
      <Button
        variant="secondary"
        busy={sending}
        aria-disabled={waiting}
        aria-describedby={noteId}
        onClick={() => auth.send({ type: 'code.requested' })}
      >
        {texts.submit}
      </Button>
      <p id={noteId} className={aside}>
        {waiting ? texts.wait(left) : texts.question}
      </p>
    </div>
  );
};

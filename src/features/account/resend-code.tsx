import { useEffect, useId, useState } from 'react';
import { useApp, useAuth } from '#features/app-context.ts';
import { isResending } from '#machines/auth.selectors.ts';
import type { Verification } from '#machines/auth.types.ts';
import { accountStepTexts, resendFailureText } from '#texts/account-steps.ts';
import { Button } from '#ui/Button.tsx';
import { FailureBanner } from './account-errors.tsx';
import { aside, resend } from './account-page.css.ts';

/** The countdown after a code was sent, until another can be, in milliseconds. */
const resendCountdown = 30_000;

interface ResendCodeProps {
  /** What is sent again. */
  readonly kind?: Verification;
}

/** Has another code, or link, sent to the email that waits for one; after each there is a short wait. */
export const ResendCode = ({ kind = 'code' }: ResendCodeProps) => {
  const texts = accountStepTexts.resend[kind];
  const { auth } = useApp();
  const sending = useAuth(isResending);
  const secondsLeft = useCountdown();
  const noteId = useId();
  return (
    <div className={resend}>
      <FailureBanner step="resend-code" text={(failure) => resendFailureText(failure, kind)} />
      <Button
        variant="secondary"
        busy={sending}
        aria-disabled={secondsLeft > 0}
        aria-describedby={noteId}
        onClick={() => auth.send({ type: 'code.requested' })}
      >
        {texts.submit}
      </Button>
      <p id={noteId} className={aside}>
        {secondsLeft > 0 ? texts.wait(secondsLeft) : texts.question}
      </p>
    </div>
  );
};

/** Seconds until another code can be sent, down to 0. Told by the clock: a tab that slept is not behind. */
const useCountdown = (): number => {
  const { auth } = useApp();
  const [{ end, now }, setTimes] = useState({ end: 0, now: 0 });
  const left = Math.max(0, Math.round((end - now) / 1_000));
  const counting = left > 0;
  useEffect(() => {
    const sent = auth.on('code.sent', () => {
      const begun = Date.now();
      setTimes({ end: begun + resendCountdown, now: begun });
    });
    return () => sent.unsubscribe();
  }, [auth]);
  useEffect(() => {
    if (!counting) return;
    const look = () => setTimes((times) => ({ ...times, now: Date.now() }));
    const timer = setInterval(look, 1_000);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [counting]);
  return left;
};

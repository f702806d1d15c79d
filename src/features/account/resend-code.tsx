import { useEffect, useId, useState } from 'react';
import { useApp, useAuth } from '#features/shared/app-context.ts';
import {
  isResending,
  isVerificationSent,
  selectPendingReset,
  selectResetResentAt,
  selectVerificationResentAt,
} from '#machines/auth.selectors.ts';
import type { Verification } from '#machines/auth.types.ts';
import {
  accountStepTexts,
  requestResetFailureAdvice,
  requestResetFailureText,
  resendFailureAdvice,
  resendFailureText,
} from '#texts/account-steps.ts';
import { Button } from '#ui/Button.tsx';
import { FailureBanner } from './account-errors.tsx';
import { aside, resend } from './account-page.css.ts';
import { WaysOn } from './ways-on.tsx';

/** The countdown after another code was sent, until the next can be, in milliseconds. */
const resendCountdown = 30_000;

interface VerificationProps {
  readonly kind?: Verification;
}

/** Has another code, or link, sent to the email that waits to be verified. */
export const ResendVerification = ({ kind = 'code' }: VerificationProps) => {
  const texts = accountStepTexts.resend[kind];
  return (
    <Resend
      texts={texts}
      question={useAuth(isVerificationSent) ? texts.question : texts.unsentQuestion}
      resentAt={useAuth(selectVerificationResentAt)}
    />
  );
};

/** Why no other code, or link, was sent. */
export const ResendVerificationFailure = ({ kind = 'code' }: VerificationProps) => (
  <FailureBanner
    step="resend-code"
    text={() => resendFailureText(kind)}
    advice={resendFailureAdvice}
    keepsEarlier
  />
);

/** Has another code sent to the email that waits for its reset. */
export const ResendResetCode = () => {
  const texts = accountStepTexts.resend.code;
  return <Resend texts={texts} question={texts.question} resentAt={useAuth(selectResetResentAt)} />;
};

/** Why no other reset code was sent. */
export const ResendResetFailure = () => {
  const email = useAuth(selectPendingReset) ?? '';
  return (
    <FailureBanner
      step="resend-code"
      text={requestResetFailureText}
      advice={requestResetFailureAdvice}
      waysOn={({ name }) => name !== 'unavailable' && <WaysOn failure={name} email={() => email} />}
      keepsEarlier
    />
  );
};

interface ResendProps {
  readonly texts: { readonly submit: string; readonly wait: (seconds: number) => string };
  readonly question: string;
  /** When it was done the last time, or null. After it there is a short wait. */
  readonly resentAt: number | null;
}

const Resend = ({ texts, question, resentAt }: ResendProps) => {
  const { auth } = useApp();
  const sending = useAuth(isResending);
  const secondsLeft = useSecondsUntil(resentAt === null ? 0 : resentAt + resendCountdown);
  const noteId = useId();
  return (
    <div className={resend}>
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
        {secondsLeft > 0 ? texts.wait(secondsLeft) : question}
      </p>
    </div>
  );
};

/** Seconds until then, down to 0. Told by the clock: a tab that slept is not behind. */
const useSecondsUntil = (end: number): number => {
  const [times, setTimes] = useState(() => ({ end, now: Date.now() }));
  if (times.end !== end) setTimes({ end, now: Date.now() });
  const left = Math.max(0, Math.ceil((times.end - times.now) / 1_000));
  const counting = left > 0;
  useEffect(() => {
    if (!counting) return;
    const look = () => setTimes((known) => ({ ...known, now: Date.now() }));
    const timer = setInterval(look, 1_000);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [counting]);
  return left;
};

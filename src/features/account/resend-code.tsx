import { useSelector } from '@xstate/react';
import { useEffect, useId, useState } from 'react';
import { useAuth } from '#features/shared/app-context.ts';
import {
  isVerificationSent,
  selectReset,
  selectSentAt,
  selectVerification,
} from '#machines/account/auth.selectors.ts';
import type { Verification } from '#machines/account/auth.types.ts';
import { accountStepTexts, resendFailureAdvice, resendFailureText } from '#texts/account-steps.ts';
import { Button } from '#ui/Button.tsx';
import { FailureBanner } from './account-errors.tsx';
import { aside, heading } from './account-page.css.ts';
import { isResending } from './use-step.ts';

/** Cooldown before the visitor can request another code, in ms. */
const resendCountdown = 30_000;

export const ResendVerification = ({ kind }: { readonly kind: Verification }) => {
  const texts = accountStepTexts.resend[kind];
  return (
    <Resend
      texts={texts}
      question={useAuth(isVerificationSent) ? texts.question : texts.unsentQuestion}
      actor={useAuth(selectVerification)}
    />
  );
};

export const ResendVerificationFailure = ({ kind }: { readonly kind: Verification }) => (
  <FailureBanner
    step="resend-code"
    text={() => resendFailureText(kind)}
    advice={resendFailureAdvice}
    keepsEarlier
  />
);

export const ResendResetCode = () => {
  const texts = accountStepTexts.resend.code;
  return <Resend texts={texts} question={texts.question} actor={useAuth(selectReset)} />;
};

interface ResendProps {
  readonly texts: { readonly submit: string; readonly wait: (seconds: number) => string };
  readonly question: string;
  /** The actor that sends the code; undefined if there is no pending verification or reset. */
  readonly actor: ReturnType<typeof selectVerification> | ReturnType<typeof selectReset>;
}

const Resend = ({ texts, question, actor }: ResendProps) => {
  const sentAt = useSelector(actor, selectSentAt);
  const sending = useSelector(actor, (snapshot) => snapshot !== undefined && isResending(snapshot));
  const secondsLeft = useSecondsUntil(sentAt === null ? 0 : sentAt + resendCountdown);
  const noteId = useId();
  return (
    <div className={heading}>
      <Button
        variant="secondary"
        busy={sending}
        aria-disabled={secondsLeft > 0}
        aria-describedby={noteId}
        onClick={() => actor?.send({ type: 'code.requested' })}
      >
        {texts.submit}
      </Button>
      <p id={noteId} className={aside}>
        {secondsLeft > 0 ? texts.wait(secondsLeft) : question}
      </p>
    </div>
  );
};

/** Returns the seconds left, at least 0. Reads the clock, because timers stop in a sleeping tab. */
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

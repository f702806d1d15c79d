import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { type Form, useFormState } from '#features/shared/use-form.ts';
import type { AuthStep, IdentityFailure } from '#machines/account/auth.types.ts';
import { accountTexts, failureAdvice } from '#texts/account.ts';
import { Banner } from '#ui/Banner.tsx';
import { useFailure } from './use-step.ts';

interface FailureMessageProps {
  readonly failure: IdentityFailure;
  readonly text: (failure: IdentityFailure) => string;
  readonly advice?: ((failure: IdentityFailure) => string | null) | undefined;
  readonly recoveryLinks?: ((failure: IdentityFailure) => ReactNode) | undefined;
}

export const FailureMessage = ({
  failure,
  text,
  advice = failureAdvice,
  recoveryLinks,
}: FailureMessageProps) => {
  const advised = advice(failure);
  const message = useRef<HTMLDivElement>(null);
  // The message is below the form, which may be out of view in a low window.
  useEffect(() => void message.current?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <div ref={message}>
      <Banner tone="error">
        <p>{text(failure)}</p>
        {advised !== null && <p>{advised}</p>}
        {recoveryLinks?.(failure)}
      </Banner>
    </div>
  );
};

interface FailureBannerProps extends Omit<FailureMessageProps, 'failure'> {
  readonly step: AuthStep;
  /** Also shows a failure from before the screen opened. */
  readonly keepsEarlier?: boolean;
}

/** Why a step failed. The screen clears failures when it closes and, by default, when it opens. */
export const FailureBanner = ({ step, keepsEarlier = false, ...texts }: FailureBannerProps) => {
  const [failure, dismiss] = useFailure(step);
  const dismissNow = useEffectEvent(dismiss);
  useEffect(() => {
    if (!keepsEarlier) dismissNow();
    return () => dismissNow();
  }, [keepsEarlier]);
  return failure && <FailureMessage {...texts} failure={failure} />;
};

interface SubmitOutcomeProps<Name extends string> {
  readonly form: Form<Name>;
  readonly failure?: ReactNode;
}

/** Names the invalid fields after a blocked submit; otherwise shows the step's failure. */
export const SubmitOutcome = <Name extends string>({ form, failure = null }: SubmitOutcomeProps<Name>) => {
  const blocking = useFormState(form, form.blockingLabels);
  return blocking === '' ? failure : <Banner tone="error">{accountTexts.checkFields(blocking)}</Banner>;
};

import { type ReactNode, useEffect, useEffectEvent } from 'react';
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

/** Scrolls a new message into view. In a short window, it can be below the form. */
const reveal = (message: HTMLElement | null) => message?.scrollIntoView({ block: 'nearest' });

export const FailureMessage = ({
  failure,
  text,
  advice = failureAdvice,
  recoveryLinks,
}: FailureMessageProps) => {
  const advised = advice(failure);
  return (
    <div ref={reveal}>
      <Banner tone={failure.name === 'sign-in-canceled' ? 'info' : 'error'}>
        <p>{text(failure)}</p>
        {advised !== null && <p>{advised}</p>}
        {recoveryLinks?.(failure)}
      </Banner>
    </div>
  );
};

interface FailureBannerProps extends Omit<FailureMessageProps, 'failure'> {
  readonly step: AuthStep;
  /** Whether to keep showing a failure that occurred before the screen opened. */
  readonly keepsEarlier?: boolean;
}

/** Shows why a step failed. Clears failures on unmount and, unless `keepsEarlier` is set, on mount. */
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

/** Lists the invalid fields after a blocked submit. Otherwise, shows `failure`. */
export const SubmitOutcome = <Name extends string>({ form, failure = null }: SubmitOutcomeProps<Name>) => {
  const blocking = useFormState(form, form.blockingLabels);
  return blocking === '' ? failure : <Banner tone="error">{accountTexts.checkFields(blocking)}</Banner>;
};

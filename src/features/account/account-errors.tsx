import { type ReactNode, useEffect, useRef } from 'react';
import { useApp, useAuth } from '#features/shared/app-context.ts';
import { selectFailureOf } from '#machines/auth.selectors.ts';
import type { AuthStep, IdentityFailure } from '#machines/auth.types.ts';
import { accountTexts, failureAdvice } from '#texts/account.ts';
import { Banner } from '#ui/Banner.tsx';

interface FailureMessageProps {
  readonly failure: IdentityFailure;
  readonly text: (failure: IdentityFailure) => string;
  /** What stands below it in a line of its own, or null. */
  readonly advice?: ((failure: IdentityFailure) => string | null) | undefined;
  /** The ways on from it, or null. */
  readonly waysOn?: ((failure: IdentityFailure) => ReactNode) | undefined;
}

/** Why a step failed. */
export const FailureMessage = ({ failure, text, advice = failureAdvice, waysOn }: FailureMessageProps) => {
  const advised = advice(failure);
  const message = useRef<HTMLDivElement>(null);
  // It stands below the form, where a low window may end before it.
  useEffect(() => void message.current?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <div ref={message}>
      <Banner tone="error">
        <p>{text(failure)}</p>
        {advised !== null && <p>{advised}</p>}
        {waysOn?.(failure)}
      </Banner>
    </div>
  );
};

interface FailureBannerProps extends Omit<FailureMessageProps, 'failure'> {
  readonly step: AuthStep;
  /** The failure may have come before the screen did. */
  readonly keepsEarlier?: boolean;
}

/** Why a step failed, while its screen is there; a screen leaves no failure behind, and finds no old one by default. */
export const FailureBanner = ({ step, keepsEarlier = false, ...texts }: FailureBannerProps) => {
  const { auth } = useApp();
  useEffect(() => {
    const dismiss = () => auth.send({ type: 'failure.dismissed', step });
    if (!keepsEarlier) dismiss();
    return dismiss;
  }, [auth, step, keepsEarlier]);
  const failure = useAuth(selectFailureOf(step));
  return failure && <FailureMessage {...texts} failure={failure} />;
};

interface SubmitOutcomeProps<Name extends string> {
  /** The fields that a submit found wrong. Beside each stands what is wrong with it. */
  readonly refused: readonly Name[];
  readonly labels: Readonly<Record<Name, string>>;
  /** The banner of the step's failure. */
  readonly failure: ReactNode;
}

/** What came of the last submit: names what keeps the form from being sent, or else says why sending it failed. */
export const SubmitOutcome = <Name extends string>({ refused, labels, failure }: SubmitOutcomeProps<Name>) =>
  refused.length > 0 ? (
    <Banner tone="error">{accountTexts.checkFields(refused.map((name) => labels[name]))}</Banner>
  ) : (
    failure
  );

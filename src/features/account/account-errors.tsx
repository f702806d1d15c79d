import { type ReactNode, useEffect } from 'react';
import { useApp, useAuth } from '#features/app-context.ts';
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
  return (
    <Banner tone="error">
      <p>{text(failure)}</p>
      {advised !== null && <p>{advised}</p>}
      {waysOn?.(failure)}
    </Banner>
  );
};

export interface FailureBannerProps extends Omit<FailureMessageProps, 'failure'> {
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

interface ErrorSummaryProps<Name extends string> {
  /** The fields that a submit found wrong. */
  readonly refused: readonly Name[];
  readonly labels: Readonly<Record<Name, string>>;
}

/** Names what keeps a form from being sent; beside each field stands what is wrong with it. */
export const ErrorSummary = <Name extends string>({ refused, labels }: ErrorSummaryProps<Name>) =>
  refused.length > 0 && (
    <Banner tone="error">{accountTexts.checkFields(refused.map((name) => labels[name]))}</Banner>
  );

import { useEffect } from 'react';
import { useApp, useAuth } from '#features/app-context.ts';
import { selectFailureOf } from '#machines/auth.selectors.ts';
import type { AuthStep, IdentityFailure } from '#machines/auth.types.ts';
import { accountTexts } from '#texts/account.ts';
import { Banner } from '#ui/Banner.tsx';

interface FailureBannerProps {
  readonly step: AuthStep;
  readonly text: (failure: IdentityFailure) => string;
}

/** Why a step failed, while its screen is there; a screen neither finds an old failure nor leaves one behind. */
export const FailureBanner = ({ step, text }: FailureBannerProps) => {
  const { auth } = useApp();
  useEffect(() => {
    const dismiss = () => auth.send({ type: 'failure.dismissed', step });
    dismiss();
    return dismiss;
  }, [auth, step]);
  const failure = useAuth(selectFailureOf(step));
  return failure && <Banner tone="error">{text(failure)}</Banner>;
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

import type { AuthStep, IdentityFailureName } from '#machines/account/auth.types.ts';
import {
  accountStepTexts,
  requestResetFailureAdvice,
  requestResetFailureText,
} from '#texts/account-steps.ts';
import { FailureBanner } from './account-errors.tsx';
import * as styles from './account-page.css.ts';
import { PageLink } from './account-page.tsx';

const { recoveryLinks: texts } = accountStepTexts;

/** Failures after which the account may exist with an unverified email. */
const mayBeUnverified: readonly IdentityFailureName[] = [
  'username-exists',
  'parameter-invalid',
  'unavailable',
];

interface RecoveryLinksProps {
  readonly failure: IdentityFailureName;
  readonly email: () => string;
}

/** Renders links for an existing account after a refused sign-up or password reset. */
export const RecoveryLinks = ({ failure, email }: RecoveryLinksProps) => {
  const isUnverified = mayBeUnverified.includes(failure);
  if (!isUnverified && failure !== 'password-temporary') return null;
  return (
    <p className={styles.recoveryLinks}>
      <PageLink to="/login" email={email} label={texts.signIn} />
      {isUnverified && <PageLink to="/verify-email" email={email} label={texts.verifyEmail} />}
    </p>
  );
};

interface RequestResetFailureProps {
  readonly step: AuthStep;
  readonly email: () => string;
  readonly keepsEarlier?: boolean;
}

/** Shows why the service sent no password reset code. */
export const RequestResetFailure = ({ email, ...props }: RequestResetFailureProps) => (
  <FailureBanner
    {...props}
    text={requestResetFailureText}
    advice={requestResetFailureAdvice}
    recoveryLinks={({ name }) => name !== 'unavailable' && <RecoveryLinks failure={name} email={email} />}
  />
);

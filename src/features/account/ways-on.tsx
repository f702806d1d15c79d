import type { IdentityFailureName } from '#machines/auth.types.ts';
import { accountStepTexts } from '#texts/account-steps.ts';
import * as styles from './account-page.css.ts';
import { PageLink } from './account-page.tsx';

const { waysOn: texts } = accountStepTexts;

/** The refusals after which the account may exist all the same, and its email may wait to be verified. */
const mayBeUnverified: readonly IdentityFailureName[] = [
  'username-exists',
  'parameter-invalid',
  'unavailable',
];

interface WaysOnProps {
  readonly failure: IdentityFailureName;
  /** Reads the email that goes along. */
  readonly email: () => string;
}

/** Where to go on with an account that exists, from a sign-up or a reset that was refused. */
export const WaysOn = ({ failure, email }: WaysOnProps) => {
  const isUnverified = mayBeUnverified.includes(failure);
  if (!isUnverified && failure !== 'password-temporary') return null;
  return (
    <p className={styles.waysOn}>
      <PageLink to="/login" email={email}>
        {texts.signIn}
      </PageLink>
      {isUnverified && (
        <PageLink to="/verify-email" email={email}>
          {texts.verifyEmail}
        </PageLink>
      )}
    </p>
  );
};

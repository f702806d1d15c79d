import type { ReactNode } from 'react';
import type { AuthenticatorUse } from '#domain/security.ts';
import type { IdentityResult } from '#machines/account/auth.types.ts';
import { securityTexts, turnOnFailureText } from '#texts/security.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import * as styles from './security.css.ts';

export interface Progress {
  readonly isPending: boolean;
  readonly data: IdentityResult | undefined;
}

const About = ({ text, children }: { readonly text: string; readonly children?: ReactNode }) => (
  <div className={styles.line}>
    <div className={styles.about}>
      <p>{securityTexts.authenticator}</p>
      <p className={styles.note}>{text}</p>
    </div>
    {children}
  </div>
);

interface AuthenticatorOffProps {
  readonly creating: Progress;
  readonly onTurnOn: () => void;
}

/** Offers to set up an authenticator app, if the service supports it. */
export const AuthenticatorOff = ({ creating, onTurnOn }: AuthenticatorOffProps) => {
  const { isPending, data: answer } = creating;
  const failure = answer?.outcome === 'refused' ? answer.failure : null;
  if (failure?.name === 'authenticator-unsupported') return <About text={securityTexts.unsupported} />;
  return (
    <>
      {failure && <Banner tone="error">{turnOnFailureText(failure)}</Banner>}
      <About text={securityTexts.uses.off}>
        <Button
          variant="secondary"
          small
          busy={isPending}
          aria-label={securityTexts.turnOnName}
          onClick={onTurnOn}
        >
          {securityTexts.turnOn}
        </Button>
      </About>
    </>
  );
};

interface AuthenticatorOnProps {
  readonly use: Exclude<AuthenticatorUse, 'off'>;
  readonly onTurnOff: () => void;
}

export const AuthenticatorOn = ({ use, onTurnOff }: AuthenticatorOnProps) => (
  <About text={securityTexts.uses[use]}>
    <Button variant="secondary" small aria-label={securityTexts.turnOffName} onClick={onTurnOff}>
      {securityTexts.turnOff}
    </Button>
  </About>
);

import { useId } from 'react';
import { type AuthenticatorAccount, authenticatorUri, groupSecret } from '#domain/authenticator.ts';
import { useApp } from '#features/shared/app-context.ts';
import { ContactLine } from '#features/shared/support-link.tsx';
import { authenticatorTexts } from '#texts/authenticator.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { standaloneLink } from '#ui/link.css.ts';
import { QrCode } from '#ui/QrCode.tsx';
import { useCopy } from '#ui/use-copy.ts';
import * as styles from './authenticator-secret.css.ts';

/** Shows what an authenticator app needs: a QR code, a link for apps on this device, and the secret. */
export const AuthenticatorSecret = ({ email, secret }: Omit<AuthenticatorAccount, 'issuer'>) => {
  const uri = authenticatorUri({ issuer: useApp().productName, email, secret });
  const { outcome, copy } = useCopy(authenticatorTexts.copied);
  const nameId = useId();
  return (
    <div className={styles.setup}>
      <p>{authenticatorTexts.scan}</p>
      <p className={styles.local}>
        <span>{authenticatorTexts.onThisDevice}</span>
        <a className={standaloneLink} href={uri}>
          {authenticatorTexts.openApp}
        </a>
      </p>
      <div className={styles.parts}>
        <QrCode text={uri} label={authenticatorTexts.qrCode} failure={authenticatorTexts.qrCodeFailed} />
        <div className={styles.secretPart}>
          <div className={styles.secretHeading}>
            <p id={nameId} className={styles.secretName}>
              {authenticatorTexts.secret}
            </p>
            <p role="status" className={styles.outcome}>
              {outcome}
            </p>
            <Button
              variant="secondary"
              small
              icon={styles.copyIcon}
              aria-label={authenticatorTexts.copyName}
              onClick={() => void copy(secret)}
            >
              {authenticatorTexts.copy}
            </Button>
          </div>
          {/* biome-ignore lint/a11y/useSemanticElements: a label needs a role, and no inline element groups text */}
          <p role="group" aria-labelledby={nameId} className={styles.secret} translate="no">
            {groupSecret(secret)}
          </p>
        </div>
      </div>
      <Banner tone="warning">
        <ContactLine>{authenticatorTexts.lost}</ContactLine>
      </Banner>
    </div>
  );
};

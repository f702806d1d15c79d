import { useId, useState } from 'react';
import { type AuthenticatorAccount, authenticatorUri, groupSecret } from '#domain/authenticator.ts';
import { ContactText } from '#features/shared/support-link.tsx';
import { authenticatorTexts } from '#texts/authenticator.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { standaloneLink } from '#ui/link.css.ts';
import { QrCode } from '#ui/QrCode.tsx';
import * as styles from './authenticator-secret.css.ts';

const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
};

/** Shows what an authenticator app needs: a QR code, a link for apps on this device, and the secret. */
export const AuthenticatorSecret = (account: AuthenticatorAccount) => {
  const { secret } = account;
  const uri = authenticatorUri(account);
  const [outcome, setOutcome] = useState('');
  const nameId = useId();
  const copy = async () => {
    setOutcome('');
    setOutcome((await copyText(secret)) ? authenticatorTexts.copied : authenticatorTexts.copyFailed);
  };
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
              onClick={() => void copy()}
            >
              {authenticatorTexts.copy}
            </Button>
          </div>
          {/* biome-ignore lint/a11y/useSemanticElements: a name needs a role, and no element groups words in a line */}
          <p role="group" aria-labelledby={nameId} className={styles.secret} translate="no">
            {groupSecret(secret)}
          </p>
        </div>
      </div>
      <Banner tone="warning">
        <p>
          <ContactText>{authenticatorTexts.lost}</ContactText>
        </p>
      </Banner>
    </div>
  );
};

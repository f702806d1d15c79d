import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useApp, useAuth, useCustomer } from '#features/shared/app-context.ts';
import { focusHeading } from '#features/shared/focus-targets.ts';
import { isBusy } from '#machines/account/auth.selectors.ts';
import { addFailureText, passkeyTexts } from '#texts/passkey-settings.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { isFocusLost } from '#ui/focus.ts';
import { declinedOffer, passkeyOfferQuery } from './passkey-queries.ts';
import * as styles from './security.css.ts';
import { useRegistration } from './use-registration.ts';

/** Offers a passkey once after each password sign-in. Renders nothing if passkeys are unavailable. */
export const PasskeyOffer = () => {
  const isLeaving = useAuth(isBusy);
  const { passkeys } = useApp();
  return passkeys && !isLeaving ? <CustomerOffer /> : null;
};

const CustomerOffer = () => {
  const { memory } = useCustomer();
  const query = passkeyOfferQuery(useApp().loadSecurity, memory);
  const { data: isOpen } = useQuery(query);
  const client = useQueryClient();
  const [isTaken, setIsTaken] = useState(false);
  // Other pages unmount the offer, so remember in the query cache that the offer has ended.
  const end = () => client.setQueryData(query.queryKey, false);
  const registration = useRegistration(useCustomer(), () => {
    end();
    setIsTaken(true);
  });

  // The pressed button is gone, so move the focus.
  useEffect(() => {
    if (isTaken && isFocusLost()) focusHeading('ledger', { preventScroll: true });
  }, [isTaken]);

  if (isTaken) return <Banner tone="success">{passkeyTexts.isAdded}</Banner>;
  if (isOpen !== true) return null;
  const decline = () => {
    memory(declinedOffer).keep(true);
    end();
    focusHeading('ledger', { preventScroll: true });
  };
  return (
    <>
      {registration.failure && <Banner tone="error">{addFailureText(registration.failure)}</Banner>}
      <Banner tone="info">
        <div className={styles.line}>
          <p className={styles.about}>{passkeyTexts.offer}</p>
          <div className={styles.actions}>
            <Button variant="secondary" small busy={registration.isBusy} onClick={registration.begin}>
              {passkeyTexts.create}
            </Button>
            <Button
              variant="secondary"
              small
              onClick={registration.isCancelable ? registration.cancel : decline}
            >
              {registration.isCancelable ? passkeyTexts.cancel : passkeyTexts.notNow}
            </Button>
          </div>
        </div>
      </Banner>
    </>
  );
};

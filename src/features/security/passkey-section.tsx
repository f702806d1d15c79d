import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { chicagoTime } from '#domain/chicago-time.ts';
import type { Passkey } from '#domain/security.ts';
import { useApp } from '#features/shared/app-context.ts';
import type { LoadPurchase } from '#features/shared/lazy-purchase.ts';
import {
  addFailureText,
  passkeysFailureText,
  passkeyTexts,
  removeFailureText,
} from '#texts/passkey-settings.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { isFocusLost } from '#ui/focus.ts';
import { Region } from '#ui/Region.tsx';
import { RetryBanner } from '#ui/RetryBanner.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { ConfirmForm } from './confirm-form.tsx';
import { passkeysQuery, removePasskeyMutation } from './passkey-queries.ts';
import * as styles from './security.css.ts';
import { useRegistration } from './use-registration.ts';

/** Maximum number of passkeys per account at the service. */
const mostPasskeys = 20;

/** Lets the customer add and remove passkeys. Hidden if the service has passkeys turned off. */
export const PasskeySection = (parts: LoadPurchase) => {
  const { loadSecurity } = useApp();
  const { data: list, isFetching, refetch } = useQuery(passkeysQuery(loadSecurity));
  const client = useQueryClient();
  const endOffer = () => {
    client.setQueriesData({ queryKey: ['passkey offer'] }, false);
    void refetch();
  };
  if (list?.outcome === 'refused' && list.failure.name === 'passkeys-off') return null;
  return (
    <Region label={passkeyTexts.title}>
      {list?.outcome === 'done' ? (
        <PasskeySettings passkeys={list.passkeys} onAdded={endOffer} {...parts} />
      ) : isFetching || !list ? (
        <Spinner label={passkeyTexts.loading} />
      ) : (
        <RetryBanner text={passkeysFailureText(list.failure)} onRetry={refetch} />
      )}
    </Region>
  );
};

interface PasskeySettingsProps extends LoadPurchase {
  readonly passkeys: readonly Passkey[];
  readonly onAdded: () => void;
}

const PasskeySettings = ({ passkeys, onAdded, ...parts }: PasskeySettingsProps) => {
  const registration = useRegistration(parts, onAdded);
  const [isRemoved, setIsRemoved] = useState(false);
  const shown = useRef<HTMLDivElement>(null);

  // The pressed button is gone, so move the focus.
  useEffect(() => {
    if (isFocusLost()) shown.current?.focus();
  });

  const add = () => {
    setIsRemoved(false);
    registration.begin();
  };
  const beginRemoval = () => {
    setIsRemoved(false);
    registration.clear();
  };

  return (
    <div ref={shown} className={styles.panel} tabIndex={-1}>
      {registration.isAdded && (
        <Banner tone={registration.needsCode ? 'info' : 'success'}>
          {registration.needsCode ? passkeyTexts.isAddedWithCode : passkeyTexts.isAdded}
        </Banner>
      )}
      {isRemoved && <Banner tone="success">{passkeyTexts.removed}</Banner>}
      {registration.failure && <Banner tone="error">{addFailureText(registration.failure)}</Banner>}
      <p className={styles.note}>{passkeyTexts.lead}</p>
      {passkeys.length > 0 && (
        <PasskeyList passkeys={passkeys} onRemoval={beginRemoval} onRemoved={() => setIsRemoved(true)} />
      )}
      {passkeys.length >= mostPasskeys ? (
        <p role="status">{passkeyTexts.full}</p>
      ) : (
        <>
          {registration.isCancelable && <p role="status">{passkeyTexts.waiting}</p>}
          <div className={styles.actions}>
            <Button variant="secondary" small busy={registration.isBusy} onClick={add}>
              {passkeyTexts.add}
            </Button>
            {registration.isCancelable && (
              <Button variant="secondary" small onClick={registration.cancel}>
                {passkeyTexts.cancel}
              </Button>
            )}
          </div>
        </>
      )}
    </div>
  );
};

interface PasskeyListProps {
  readonly passkeys: readonly Passkey[];
  readonly onRemoval: () => void;
  readonly onRemoved: () => void;
}

const PasskeyList = ({ passkeys, onRemoval, onRemoved }: PasskeyListProps) => {
  const [removing, setRemoving] = useState<string | null>(null);
  return (
    // biome-ignore lint/a11y/noRedundantRoles: WebKit drops the list role without bullets
    <ul role="list" className={styles.list} aria-label={passkeyTexts.list}>
      {passkeys.map((passkey) => (
        <PasskeyItem
          key={passkey.id}
          passkey={passkey}
          isLast={passkeys.length === 1}
          isRemoving={passkey.id === removing}
          onRemove={() => {
            onRemoval();
            setRemoving(passkey.id);
          }}
          onKeep={() => setRemoving(null)}
          onRemoved={onRemoved}
        />
      ))}
    </ul>
  );
};

interface PasskeyItemProps {
  readonly passkey: Passkey;
  readonly isLast: boolean;
  readonly isRemoving: boolean;
  readonly onRemove: () => void;
  readonly onKeep: () => void;
  readonly onRemoved: () => void;
}

const PasskeyItem = ({ passkey, isLast, isRemoving, onRemove, onKeep, onRemoved }: PasskeyItemProps) => {
  const removal = useMutation(removePasskeyMutation(useApp().loadSecurity));
  const aboutId = useId();
  const name = passkey.name || (passkey.isSecurityKey ? passkeyTexts.securityKey : passkeyTexts.unnamed);
  const date = chicagoTime(new Date(passkey.addedAt).toISOString())?.date ?? '';

  const remove = async (password: string | null) => {
    const answer = await removal.mutateAsync({ id: passkey.id, password });
    if (answer.outcome === 'done') onRemoved();
  };
  const keep = () => {
    removal.reset();
    onKeep();
  };

  return (
    <li className={styles.openItem}>
      <div className={styles.line}>
        <div className={styles.about} id={aboutId}>
          <p>{name}</p>
          <p className={styles.note}>{passkeyTexts.added(date)}</p>
          {passkey.here && <p className={styles.note}>{passkeyTexts.here}</p>}
        </div>
        {!isRemoving && (
          <Button variant="secondary" small aria-describedby={aboutId} onClick={onRemove}>
            {passkeyTexts.remove}
          </Button>
        )}
      </div>
      {isRemoving && (
        <ConfirmForm
          question={(isLast ? passkeyTexts.confirmLast : passkeyTexts.confirm)(name)}
          confirm={passkeyTexts.remove}
          asks={isLast ? 'password' : null}
          progress={removal}
          failureText={removeFailureText}
          onSubmit={remove}
          onCancel={keep}
        />
      )}
    </li>
  );
};

import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatBalance } from '#domain/format.ts';
import type { DeletionResult } from '#domain/profile.ts';
import { useApp } from '#features/shared/app-context.ts';
import type { StoreQuery } from '#features/shared/store-query.ts';
import { ContactText } from '#features/shared/support-link.tsx';
import { useOnline } from '#features/shared/use-online.ts';
import { deletionFailureText, deletionTexts, profileTexts } from '#texts/profile.ts';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { standaloneLink } from '#ui/link.css.ts';
import { Region } from '#ui/Region.tsx';
import { RetryBanner } from '#ui/RetryBanner.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { ErrorText } from './form-outcome.tsx';
import * as styles from './profile.css.ts';
import { loadProfileFrom } from './profile-mutations.ts';
import { useSignOutWith } from './use-sign-out-with.ts';

interface DeletionSectionProps {
  readonly storeQuery: StoreQuery;
  readonly deleteAccount: () => Promise<DeletionResult>;
}

export const DeletionSection = (props: DeletionSectionProps) => {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Region label={deletionTexts.title}>
      <div className={styles.panel}>
        <p>{deletionTexts.about}</p>
        <div className={styles.actions}>
          <Button variant="secondary" onClick={() => setIsAsking(true)}>
            {deletionTexts.submit}
          </Button>
        </div>
      </div>
      {isAsking && <DeletionDialog {...props} onClose={() => setIsAsking(false)} />}
    </Region>
  );
};

interface DeletionDialogProps extends DeletionSectionProps {
  readonly onClose: () => void;
}

const DeletionDialog = ({ storeQuery, deleteAccount, onClose }: DeletionDialogProps) => {
  const { data, isFetching, refetch } = useQuery({
    ...storeQuery('balance'),
    refetchOnMount: 'always',
    retryOnMount: true,
  });
  const balance = isFetching ? undefined : data?.balance;
  const isOnline = useOnline();
  const { loadSecurity } = useApp();
  const signOutWith = useSignOutWith();
  /** The balance that the customer gives up. If it changes, the customer must agree again. */
  const [givenUp, setGivenUp] = useState<number | null>(null);
  const [isMissing, setIsMissing] = useState(false);
  const mustAgree = balance !== undefined && balance > 0 && givenUp !== balance;
  const deletion = useMutation({
    gcTime: 0,
    mutationFn: async () => {
      const profile = await loadProfileFrom(loadSecurity);
      if (profile === null) return { outcome: 'refused', name: 'unsent', message: '' } as const;
      const result = await deleteAccount();
      if (result.outcome === 'done') profile.noteDeleted();
      return result;
    },
  });
  const submit = async () => {
    setIsMissing(mustAgree);
    if (balance === undefined || mustAgree) return;
    const { outcome } = await deletion.mutateAsync();
    if (outcome === 'done') signOutWith({ notice: deletionTexts.done });
  };
  const isDeleting = deletion.isPending || deletion.data?.outcome === 'done';

  return (
    <Dialog
      open
      onClose={onClose}
      title={deletionTexts.confirmTitle}
      footer={
        <>
          <Button variant="secondary" aria-disabled={isDeleting} onClick={onClose}>
            {deletionTexts.keep}
          </Button>
          <Button
            busy={isDeleting}
            aria-disabled={!isOnline || balance === undefined}
            incomplete={mustAgree}
            onClick={submit}
          >
            {deletionTexts.submit}
          </Button>
        </>
      }
    >
      <p>{deletionTexts.deletes}</p>
      <p>{deletionTexts.keeps}</p>
      {isFetching ? (
        <Spinner label={deletionTexts.loading} />
      ) : balance === undefined ? (
        <RetryBanner text={deletionTexts.failed} onRetry={refetch} />
      ) : (
        balance > 0 && <Credits balance={balance} isGivenUp={!mustAgree} onChange={setGivenUp} />
      )}
      {!isOnline && <p className={styles.note}>{profileTexts.offlineDialog}</p>}
      {isMissing && mustAgree && <ErrorText>{deletionTexts.giveUpMissing}</ErrorText>}
      {deletion.data?.outcome === 'refused' && !deletion.isPending && <Refusal refused={deletion.data} />}
    </Dialog>
  );
};

interface CreditsProps {
  readonly balance: number;
  readonly isGivenUp: boolean;
  readonly onChange: (givenUp: number | null) => void;
}

const Credits = ({ balance, isGivenUp, onChange }: CreditsProps) => (
  <div>
    <p>
      <strong>{deletionTexts.credits(formatBalance(balance))}</strong>{' '}
      <ContactText>{deletionTexts.refund}</ContactText>
    </p>
    <Link to="/terms" className={standaloneLink}>
      {deletionTexts.terms}
    </Link>
    <Checkbox
      label={deletionTexts.giveUp(formatBalance(balance))}
      checked={isGivenUp}
      onChange={({ currentTarget }) => onChange(currentTarget.checked ? balance : null)}
    />
  </div>
);

type Refused = Extract<DeletionResult, { readonly outcome: 'refused' }>;

/** Says why the account wasn't deleted, and offers the next step. */
const Refusal = ({ refused }: { readonly refused: Refused }) => {
  const { loadSecurity } = useApp();
  const signInAgain = () => void loadProfileFrom(loadSecurity).then((profile) => profile?.signInAgain());
  return (
    <>
      <ErrorText>{deletionFailureText(refused)}</ErrorText>
      {refused.name === 'sign-in-required' && (
        <Button onClick={signInAgain}>{deletionTexts.signInAgain}</Button>
      )}
      {refused.name === 'open-purchase' && (
        <Link to="/dashboard" className={standaloneLink}>
          {deletionTexts.toPurchase}
        </Link>
      )}
    </>
  );
};

import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useApp, useEmail } from '#features/shared/app-context.ts';
import { useOnline } from '#features/shared/use-online.ts';
import { profileTexts, sessionsTexts, signOutFailureText } from '#texts/profile.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { standaloneLink } from '#ui/link.css.ts';
import { Region } from '#ui/Region.tsx';
import { ErrorText } from './form-outcome.tsx';
import * as styles from './profile.css.ts';
import { failureIn, profileMutation } from './profile-mutations.ts';
import { useSignOutWith } from './use-sign-out-with.ts';

export const SessionsSection = () => {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Region label={sessionsTexts.title}>
      <div className={styles.panel}>
        <p>{sessionsTexts.about}</p>
        <Link to="/security" className={standaloneLink}>
          {sessionsTexts.devices}
        </Link>
        <div className={styles.actions}>
          <Button variant="secondary" onClick={() => setIsAsking(true)}>
            {sessionsTexts.everywhere}
          </Button>
        </div>
      </div>
      {isAsking && <SignOutDialog onClose={() => setIsAsking(false)} />}
    </Region>
  );
};

const SignOutDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const email = useEmail();
  const signOutWith = useSignOutWith();
  const ending = useMutation(
    profileMutation(useApp().loadSecurity, (profile) => profile.signOutEverywhere()),
  );
  const failure = failureIn(ending.data);
  const isOnline = useOnline();
  const end = async () => {
    const { outcome } = await ending.mutateAsync();
    if (outcome === 'done') signOutWith({ message: sessionsTexts.done, email });
  };
  const isEnding = ending.isPending || ending.data?.outcome === 'done';
  return (
    <Dialog
      open
      onClose={onClose}
      title={sessionsTexts.confirmTitle}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {sessionsTexts.cancel}
          </Button>
          <Button busy={isEnding} aria-disabled={!isOnline} onClick={end}>
            {sessionsTexts.everywhere}
          </Button>
        </>
      }
    >
      <p>{sessionsTexts.confirm}</p>
      {!isOnline && <p className={styles.note}>{profileTexts.offlineDialog}</p>}
      {failure && <ErrorText>{signOutFailureText(failure)}</ErrorText>}
    </Dialog>
  );
};

import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { AuthenticatorUse } from '#domain/security.ts';
import { useApp } from '#features/shared/app-context.ts';
import { securityFailureText, securityTexts, turnOffFailureText } from '#texts/security.ts';
import { Banner } from '#ui/Banner.tsx';
import { isFocusLost } from '#ui/focus.ts';
import { Region } from '#ui/Region.tsx';
import { RetryBanner } from '#ui/RetryBanner.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import {
  authenticatorQuery,
  createSecretMutation,
  turnOffMutation,
  turnOnMutation,
} from './authenticator-queries.ts';
import { AuthenticatorSetup } from './authenticator-setup.tsx';
import { AuthenticatorOff, AuthenticatorOn } from './authenticator-use.tsx';
import { ConfirmForm } from './confirm-form.tsx';
import * as styles from './security.css.ts';

export const AuthenticatorSection = () => {
  const { loadSecurity } = useApp();
  const { data: read, isFetching, refetch } = useQuery(authenticatorQuery(loadSecurity));
  return (
    <Region label={securityTexts.title}>
      {isFetching || !read ? (
        <Spinner label={securityTexts.loading} />
      ) : read.outcome === 'refused' ? (
        <RetryBanner text={securityFailureText(read.failure)} onRetry={refetch} />
      ) : (
        <AuthenticatorSettings use={read.use} />
      )}
    </Region>
  );
};

const AuthenticatorSettings = ({ use }: { readonly use: AuthenticatorUse }) => {
  const { loadSecurity } = useApp();
  const created = useMutation(createSecretMutation(loadSecurity));
  const turnedOn = useMutation(turnOnMutation(loadSecurity));
  const turnedOff = useMutation(turnOffMutation(loadSecurity));
  const [notice, setNotice] = useState('');
  const [asksBeforeOff, setAsksBeforeOff] = useState(false);
  const shown = useRef<HTMLDivElement>(null);
  const secret = created.data?.outcome === 'done' ? created.data.secret : null;

  // The pressed button has disappeared.
  useEffect(() => {
    if (isFocusLost()) shown.current?.focus();
  });

  const begin = () => {
    setNotice('');
    created.mutate();
  };
  const endSetup = () => {
    created.reset();
    turnedOn.reset();
  };
  const turnOn = async (code: string | null) => {
    const answer = await turnedOn.mutateAsync(code ?? '');
    if (answer.outcome === 'refused') return;
    endSetup();
    setNotice(securityTexts.turnedOn);
  };
  const ask = () => {
    setNotice('');
    setAsksBeforeOff(true);
  };
  const endQuestion = () => {
    turnedOff.reset();
    setAsksBeforeOff(false);
  };
  const turnOff = async (password: string | null) => {
    const answer = await turnedOff.mutateAsync(password ?? '');
    if (answer.outcome === 'refused') return;
    endQuestion();
    setNotice(securityTexts.turnedOff);
  };

  return (
    <div ref={shown} className={styles.panel} tabIndex={-1}>
      {notice && <Banner tone="success">{notice}</Banner>}
      {use === 'off' && secret === null && <AuthenticatorOff creating={created} onTurnOn={begin} />}
      {use === 'off' && secret !== null && (
        <AuthenticatorSetup secret={secret} progress={turnedOn} onSubmit={turnOn} onCancel={endSetup} />
      )}
      {use !== 'off' && !asksBeforeOff && <AuthenticatorOn use={use} onTurnOff={ask} />}
      {use !== 'off' && asksBeforeOff && (
        <ConfirmForm
          question={securityTexts.confirmOff}
          confirm={securityTexts.turnOff}
          asks="password"
          progress={turnedOff}
          failureText={turnOffFailureText}
          onSubmit={turnOff}
          onCancel={endQuestion}
        />
      )}
    </div>
  );
};

import { useMutation, useQuery } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { AuthenticatorUse } from '#domain/security.ts';
import { useApp, useEmail } from '#features/shared/app-context.ts';
import { AuthenticatorSecret } from '#features/shared/authenticator-secret.tsx';
import type { IdentityResult } from '#machines/account/auth.types.ts';
import {
  securityFailureText,
  securityTexts,
  turnOffFailureText,
  turnOnFailureText,
} from '#texts/security.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
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
import { ConfirmForm, type Progress } from './confirm-form.tsx';
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

  // The pressed button is gone, so move the focus.
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
  const ask = () => {
    setNotice('');
    setAsksBeforeOff(true);
  };
  const endQuestion = () => {
    turnedOff.reset();
    setAsksBeforeOff(false);
  };
  const announce = (text: string, end: () => void) => (result: IdentityResult) => {
    if (result.outcome === 'refused') return;
    end();
    setNotice(text);
  };
  const turnOn = (code: string | null) =>
    turnedOn.mutateAsync(code ?? '').then(announce(securityTexts.turnedOn, endSetup));
  const turnOff = (password: string | null) =>
    turnedOff.mutateAsync(password ?? '').then(announce(securityTexts.turnedOff, endQuestion));

  return (
    <div ref={shown} className={styles.panel} tabIndex={-1}>
      {notice && <Banner tone="success">{notice}</Banner>}
      {use === 'off' && secret === null && <AuthenticatorOff creating={created} onTurnOn={begin} />}
      {use === 'off' && secret !== null && (
        <AuthenticatorSetup secret={secret} progress={turnedOn} onSubmit={turnOn} onCancel={endSetup} />
      )}
      {use !== 'off' && !asksBeforeOff && (
        <About text={securityTexts.uses[use]}>
          <Button variant="secondary" small aria-label={securityTexts.turnOffName} onClick={ask}>
            {securityTexts.turnOff}
          </Button>
        </About>
      )}
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

/** Offers to set up an authenticator app, or says that the service doesn't support it. */
const AuthenticatorOff = ({ creating, onTurnOn }: AuthenticatorOffProps) => {
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

interface AuthenticatorSetupProps
  extends Pick<ComponentProps<typeof ConfirmForm>, 'progress' | 'onSubmit' | 'onCancel'> {
  readonly secret: string;
}

const AuthenticatorSetup = ({ secret, ...form }: AuthenticatorSetupProps) => {
  const email = useEmail();
  const heading = useRef<HTMLHeadingElement>(null);

  // The setup fills a phone's screen, so scroll to its start.
  useLayoutEffect(() => {
    heading.current?.focus({ preventScroll: true });
    const { bottom = 0 } = heading.current?.parentElement?.getBoundingClientRect() ?? {};
    if (bottom > window.innerHeight) heading.current?.scrollIntoView();
  }, []);

  return (
    <>
      <h3 ref={heading} tabIndex={-1}>
        {securityTexts.setup}
      </h3>
      <AuthenticatorSecret email={email} secret={secret} />
      <ConfirmForm
        {...form}
        asks="code"
        confirm={securityTexts.confirmCode}
        failureText={turnOnFailureText}
      />
    </>
  );
};

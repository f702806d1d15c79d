import { useSelector } from '@xstate/react';
import { useEffect, useState } from 'react';
import { useApp, useAuth } from '#features/shared/app-context.ts';
import type { Values } from '#features/shared/form.ts';
import { useField, useForm } from '#features/shared/use-form.ts';
import { isBusy, selectFailureOf, selectPasskey } from '#machines/account/auth.selectors.ts';
import { accountTexts, signInFailureText } from '#texts/account.ts';
import { Button, type ButtonProps } from '#ui/Button.tsx';
import { PasswordField } from '#ui/PasswordField.tsx';
import { TextField } from '#ui/TextField.tsx';
import { FailureBanner, FailureMessage, SubmitOutcome } from './account-errors.tsx';
import * as styles from './account-page.css.ts';
import { AccountPage, emailControl, PageLink } from './account-page.tsx';

const { fields, signIn: texts } = accountTexts;

const check = ({ email, password }: Values<'email' | 'password'>) => ({
  email: email.trim() === '' ? texts.emailMissing : null,
  password: password === '' ? texts.passwordMissing : null,
});

/** Returns a function for each button's props. During a request, only the pressed button is busy. */
const useButtonProps = () => {
  const busy = useAuth(isBusy);
  const [pressed, setPressed] = useState('');
  return (name: string, action?: () => void) => ({
    busy: busy && pressed === name,
    'aria-disabled': busy,
    onClick() {
      setPressed(name);
      action?.();
    },
  });
};

interface SignInScreenProps {
  /** A success message from the previous page. */
  readonly message: string | undefined;
  /** Why the customer must sign in again. */
  readonly notice: string | undefined;
  readonly email: string | undefined;
  readonly endsSetup: boolean | undefined;
}

export const SignInScreen = ({ message, notice, email = '', endsSetup }: SignInScreenProps) => {
  const { auth, hostedSignIn, passkeys } = useApp();
  // It can occur before this screen opens.
  const hostedFailure = useAuth(selectFailureOf('hosted-sign-in'));
  const form = useForm({
    initial: { email, password: '' },
    labels: fields,
    check,
    submit: ({ email, password }) =>
      auth.send({ type: 'sign-in.submitted', credentials: { email: email.trim(), password } }),
  });
  const typedEmail = () => form.values().email.trim();
  const buttonProps = useButtonProps();
  const requestPasskey = () => {
    if (!form.verify('email')) return;
    auth.send({ type: 'failure.dismissed', step: 'sign-in' });
    selectPasskey(auth.getSnapshot())?.send({ type: 'passkey.requested', email: typedEmail() });
  };

  return (
    <AccountPage
      title={texts.title}
      step={endsSetup ? texts.step : null}
      ways={
        <>
          <span>{texts.newHere}</span>
          <PageLink to="/signup" email={typedEmail} label={texts.createAccount} />
        </>
      }
      message={message ?? notice}
      tone={message ? 'success' : 'warning'}
    >
      {hostedFailure && <FailureMessage failure={hostedFailure} text={signInFailureText} />}
      <form {...form.props} className={styles.form}>
        <TextField {...useField(form, 'email')} {...emailControl} />
        <PasswordField
          {...useField(form, 'password')}
          autoComplete="current-password"
          autoFocus={message !== undefined}
          required
        />
        <PageLink to="/forgot-password" email={typedEmail} label={texts.forgot} />
        <Button type="submit" {...buttonProps('')}>
          {texts.submit}
        </Button>
        {passkeys && <PasskeyButton {...buttonProps('passkey', requestPasskey)} />}
        {hostedSignIn && (
          <Button
            variant="secondary"
            {...buttonProps('hosted', () => auth.send({ type: 'hosted-sign-in.requested' }))}
          >
            {texts.hosted}
          </Button>
        )}
      </form>
      <SubmitOutcome form={form} failure={<FailureBanner step="sign-in" text={signInFailureText} />} />
    </AccountPage>
  );
};

/** Renders a button that stays enabled while the browser prompts for a passkey, so that customers can retry. */
const PasskeyButton = ({ busy = false, ...native }: ButtonProps) => {
  const { auth } = useApp();
  const passkey = useAuth(selectPasskey);
  const state = useSelector(passkey, (snapshot) => snapshot?.value);
  // Closes the browser's prompt, which would otherwise stay open on the next page.
  useEffect(() => () => selectPasskey(auth.getSnapshot())?.send({ type: 'passkey.left' }), [auth]);
  return (
    <Button
      {...native}
      variant="secondary"
      busy={busy || state === 'responding'}
      repeatable={state === 'asserting'}
    >
      {texts.passkey}
    </Button>
  );
};

import { useApp, useAuth } from '#features/shared/app-context.ts';
import { isBusy, selectFailureOf } from '#machines/account/auth.selectors.ts';
import { accountTexts, signInFailureText } from '#texts/account.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { PasswordField } from '#ui/PasswordField.tsx';
import { TextField } from '#ui/TextField.tsx';
import { FailureBanner, FailureMessage, SubmitOutcome } from './account-errors.tsx';
import * as styles from './account-page.css.ts';
import { AccountPage, PageLink } from './account-page.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { type FieldReader, useForm } from './use-form.ts';

const { fields, signIn: texts } = accountTexts;

type SignInField = 'email' | 'password';

/** A failure on the return from the hosted pages may precede this screen. */
const selectHostedFailure = selectFailureOf('hosted-sign-in');

const check = (read: FieldReader<SignInField>) => {
  const errors = new Map<SignInField, string>();
  if (read('email').trim() === '') errors.set('email', texts.emailMissing);
  if (read('password') === '') errors.set('password', texts.passwordMissing);
  return errors;
};

interface SignInScreenProps {
  /** A success message from the previous page, or null. */
  readonly message: string | null;
  /** Why the customer must sign in again, or null. */
  readonly notice: string | null;
  /** The initial email; may be empty. */
  readonly email: string;
  readonly endsSetup: boolean;
}

export const SignInScreen = ({ message, notice, email, endsSetup }: SignInScreenProps) => {
  const { auth, hostedSignIn, passkeys } = useApp();
  const busy = useAuth(isBusy);
  const hostedFailure = useAuth(selectHostedFailure);
  const { errors, refused, submitted, read, checkOnly, form } = useForm<SignInField>({
    names: ['email', 'password'],
    check,
    submit: (read) =>
      auth.send({
        type: 'sign-in.submitted',
        credentials: { email: read('email').trim(), password: read('password') },
      }),
  });

  const typedEmail = () => read('email').trim();

  return (
    <AccountPage
      title={texts.title}
      step={endsSetup ? texts.step : null}
      ways={
        <>
          <span>{texts.newHere}</span>
          <PageLink to="/signup" email={typedEmail}>
            {texts.createAccount}
          </PageLink>
        </>
      }
      notice={
        <>
          {message && !submitted && <Banner tone="success">{message}</Banner>}
          {notice && !submitted && <Banner tone="warning">{notice}</Banner>}
          <SubmitOutcome
            refused={refused}
            labels={fields}
            failure={
              <>
                <FailureBanner step="sign-in" text={signInFailureText} />
                {hostedFailure && <FailureMessage failure={hostedFailure} text={signInFailureText} />}
              </>
            }
          />
        </>
      }
    >
      <form {...form} className={styles.form}>
        <TextField
          name="email"
          type="email"
          label={fields.email}
          error={errors.get('email')}
          autoComplete="username"
          autoCapitalize="none"
          defaultValue={email}
          required
        />
        <PasswordField
          name="password"
          label={fields.password}
          error={errors.get('password')}
          autoComplete="current-password"
          required
        />
        <PageLink to="/forgot-password" email={typedEmail}>
          {texts.forgot}
        </PageLink>
        <Button type="submit" busy={busy}>
          {texts.submit}
        </Button>
        {passkeys && <PasskeyButton email={() => (checkOnly('email') ? typedEmail() : null)} />}
        {hostedSignIn && (
          <Button
            variant="secondary"
            busy={busy}
            onClick={() => auth.send({ type: 'hosted-sign-in.requested' })}
          >
            {texts.hosted}
          </Button>
        )}
      </form>
    </AccountPage>
  );
};

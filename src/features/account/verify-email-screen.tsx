import { useSelector } from '@xstate/react';
import { useApp, useAuth } from '#features/shared/app-context.ts';
import { useField, useForm } from '#features/shared/use-form.ts';
import {
  isAuthenticated,
  isVerificationSent,
  selectPendingVerification,
  selectVerification,
} from '#machines/account/auth.selectors.ts';
import type { WaitingReason } from '#machines/account/auth.types.ts';
import { accountStepTexts, verifyEmailFailureText } from '#texts/account-steps.ts';
import { Button } from '#ui/Button.tsx';
import { CodeField } from '#ui/CodeField.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { FailureBanner, SubmitOutcome } from './account-errors.tsx';
import * as styles from './account-page.css.ts';
import { AccountPage, PageLink } from './account-page.tsx';
import { ResendVerification, ResendVerificationFailure } from './resend-code.tsx';
import { useFailure, useIsSubmitting } from './use-step.ts';

const { fields, verifyEmail: texts, verifyByLink: linkTexts } = accountStepTexts;

interface MessageProps {
  /** Why the visitor was sent here, or the provider's reason for this step; null if there is neither. */
  readonly message: string | null;
}

interface VerifyEmailScreenProps extends MessageProps {
  /** Why the email must be verified although sign-up failed, or null. */
  readonly waiting: WaitingReason | null;
}

/** Tells the customer that a link was sent. Sign-in continues when the customer opens the link. */
const LinkScreen = ({ message }: MessageProps) => {
  const email = useAuth(selectPendingVerification);
  const sent = useAuth(isVerificationSent);
  const waiting = useSelector(
    useAuth(selectVerification),
    (snapshot) => snapshot?.matches('by-link') ?? false,
  );
  return (
    <AccountPage
      title={texts.title}
      lead={email && (sent ? linkTexts.lead : linkTexts.unsentLead)(email)}
      ways={
        <>
          <PageLink to="/signup" label={texts.back} />
          <PageLink to="/login" label={linkTexts.toSignIn} />
        </>
      }
      message={message}
    >
      {waiting && <Spinner label={linkTexts.waiting} />}
      <ResendVerification kind="link" />
      <ResendVerificationFailure kind="link" />
    </AccountPage>
  );
};

const CodeScreen = ({ message }: MessageProps) => {
  const verification = useAuth(selectVerification);
  const email = useAuth(selectPendingVerification);
  const sent = useAuth(isVerificationSent);
  const busy = useIsSubmitting('verify-email');
  const [, dismiss] = useFailure('verify-email');
  const isGuest = !useAuth(isAuthenticated);
  const form = useForm({
    initial: { code: '' },
    labels: fields,
    check: ({ code }) => ({ code: code === '' ? texts.codeMissing : null }),
    onEdit: dismiss,
    submit: ({ code }) => verification?.send({ type: 'code.submitted', code }),
  });

  const failure = <FailureBanner step="verify-email" text={verifyEmailFailureText} />;

  return (
    <AccountPage
      title={texts.title}
      step={isGuest ? texts.step : null}
      lead={email && (sent ? texts.lead : texts.unsentLead)(email)}
      ways={<PageLink to="/signup" label={texts.back} />}
      message={message}
    >
      <form {...form.props} className={styles.form}>
        <CodeField {...useField(form, 'code')} required />
        <Button type="submit" busy={busy}>
          {texts.submit}
        </Button>
      </form>
      <ResendVerification kind="code" />
      <SubmitOutcome form={form} failure={failure} />
      <ResendVerificationFailure kind="code" />
    </AccountPage>
  );
};

/** Verifies an email with a code or a link, depending on the user pool. */
export const VerifyEmailScreen = ({ message, waiting }: VerifyEmailScreenProps) => {
  const { verification } = useApp();
  const Screen = verification === 'link' ? LinkScreen : CodeScreen;
  return <Screen message={waiting === null ? message : texts.waiting[waiting][verification]} />;
};

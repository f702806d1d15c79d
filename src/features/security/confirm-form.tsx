import { useEffect, useMemo } from 'react';
import { useEmail } from '#features/shared/app-context.ts';
import { type Form, useField, useForm, useFormState } from '#features/shared/use-form.ts';
import type { IdentityFailure, IdentityResult } from '#machines/account/auth.types.ts';
import { isAboutCode, isAboutPassword, securityTexts } from '#texts/security.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { CodeField } from '#ui/CodeField.tsx';
import { PasswordField } from '#ui/PasswordField.tsx';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import * as styles from './security.css.ts';

export interface Progress {
  readonly isPending: boolean;
  readonly data: IdentityResult | undefined;
}

interface ConfirmFormProps {
  /** Question above the form. If set, the form takes the focus when it opens. */
  readonly question?: string;
  readonly confirm: string;
  /** What the customer must type; null for nothing. */
  readonly asks: 'password' | 'code' | null;
  readonly progress: Progress;
  readonly failureText: (failure: IdentityFailure) => string;
  /** `secret` is the typed password or code, or null if `asks` is null. */
  readonly onSubmit: (secret: string | null) => Promise<void>;
  readonly onCancel: () => void;
}

const labels = { password: securityTexts.password, code: securityTexts.code };

/** Asks the customer to confirm a sign-in change, optionally with a password or a code. */
export const ConfirmForm = ({
  question,
  confirm,
  asks,
  progress: { isPending, data: answer },
  failureText,
  onSubmit,
  onCancel,
}: ConfirmFormProps) => {
  const failure = answer?.outcome === 'refused' ? answer.failure : null;
  const refused = useMemo(() => {
    const isAboutSecret = asks === 'code' ? isAboutCode : isAboutPassword;
    return failure && isAboutSecret(failure) ? { [asks ?? 'password']: failureText(failure) } : null;
  }, [asks, failure, failureText]);
  const form = useForm({
    initial: { password: '', code: '' },
    labels,
    refused,
    submit(values) {
      if (!isPending) void onSubmit(asks && values[asks]);
    },
  });
  const { ref } = form.props;
  const code = useField(form, 'code');
  const [error] = useFormState(form, form.errors).values();

  useEffect(() => {
    if (question === undefined) return;
    if (asks === null) ref.current?.focus();
    else form.focus(asks);
  }, [question, asks, form, ref]);

  return (
    <form
      {...form.props}
      className={styles.form}
      tabIndex={question === undefined ? undefined : -1}
      aria-label={question}
    >
      {failure && !refused && <Banner tone="error">{failureText(failure)}</Banner>}
      {/* Screen readers don't announce a focused field's new description, so repeat it in an alert. */}
      {error && <VisuallyHidden role="alert">{error}</VisuallyHidden>}
      {question && <p>{question}</p>}
      {asks === 'password' && <CurrentPassword form={form} />}
      {asks === 'code' && <CodeField {...code} hint={securityTexts.codeHint} required />}
      <div className={styles.actions}>
        <Button type="submit" busy={isPending}>
          {confirm}
        </Button>
        <Button variant="secondary" aria-disabled={isPending} onClick={onCancel}>
          {securityTexts.cancel}
        </Button>
      </div>
    </form>
  );
};

const CurrentPassword = ({ form }: { readonly form: Form<keyof typeof labels> }) => {
  const email = useEmail();
  return (
    <>
      {/* Tells password managers which account this is. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <PasswordField {...useField(form, 'password')} autoComplete="current-password" required />
    </>
  );
};

import { type RefObject, type SubmitEvent, useEffect, useRef } from 'react';
import { useAuth } from '#features/shared/app-context.ts';
import { selectUser } from '#machines/account/auth.selectors.ts';
import type { IdentityFailure } from '#machines/account/auth.types.ts';
import { isAboutPassword, securityTexts } from '#texts/security.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { PasswordField } from '#ui/PasswordField.tsx';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import type { Progress } from './authenticator-use.tsx';
import * as styles from './security.css.ts';

interface ConfirmFormProps {
  readonly question: string;
  /** The label of the button. */
  readonly confirm: string;
  readonly asksPassword: boolean;
  readonly progress: Progress;
  readonly failureText: (failure: IdentityFailure) => string;
  /** `password` is null if the form doesn't ask for it. Resolves with the reason for a refusal, or null. */
  readonly onSubmit: (password: string | null) => Promise<IdentityFailure | null>;
  readonly onCancel: () => void;
}

/** Asks before a change that makes signing in harder or less secure. It may ask for the password, too. */
export const ConfirmForm = ({
  question,
  confirm,
  asksPassword,
  progress: { isPending, data: answer },
  failureText,
  onSubmit,
  onCancel,
}: ConfirmFormProps) => {
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const failure = answer?.outcome === 'refused' ? answer.failure : null;
  const passwordError = failure && isAboutPassword(failure) ? failureText(failure) : null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the field can come later
  useEffect(() => (field.current ?? form.current)?.focus(), [asksPassword]);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    const refused = await onSubmit(field.current?.value ?? null);
    // Typing replaces the selection.
    if (refused && isAboutPassword(refused)) {
      field.current?.focus();
      field.current?.select();
    }
  };

  return (
    // Without `post`, a native submit would put the values into the URL.
    <form
      ref={form}
      className={styles.form}
      method="post"
      noValidate
      tabIndex={-1}
      aria-label={question}
      onSubmit={(event) => void submit(event)}
    >
      {failure && !passwordError && <Banner tone="error">{failureText(failure)}</Banner>}
      {/* Screen readers don't announce a new description of the focused field. */}
      {passwordError && <VisuallyHidden role="alert">{passwordError}</VisuallyHidden>}
      <p>{question}</p>
      {asksPassword && <CurrentPassword field={field} error={passwordError} />}
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

interface CurrentPasswordProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly error: string | null;
}

const CurrentPassword = ({ field, error }: CurrentPasswordProps) => {
  const email = useAuth((snapshot) => selectUser(snapshot)?.email ?? '');
  return (
    <>
      {/* Tells password managers which account this is. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        ref={field}
        label={securityTexts.password}
        error={error}
        autoComplete="current-password"
        required
      />
    </>
  );
};

import { type FormEvent, useState } from 'react';
import { passwordRules, unmetPasswordRules } from '#domain/password.ts';
import { PasswordField, type PasswordFieldProps } from '#ui/PasswordField.tsx';
import { PasswordChecklist } from './password-checklist.tsx';

interface Progress {
  readonly unmet: ReturnType<typeof unmetPasswordRules>;
  readonly begun: boolean;
}

/** A new password with the checklist of what it needs. The password itself stays in the input. */
export const NewPasswordField = (props: PasswordFieldProps) => {
  const [{ unmet, begun }, setProgress] = useState<Progress>({ unmet: passwordRules, begun: false });
  const check = ({ currentTarget: { value } }: FormEvent<HTMLInputElement>) =>
    setProgress({ unmet: unmetPasswordRules(value), begun: value !== '' });
  return (
    <>
      <PasswordField {...props} autoComplete="new-password" onInput={check} />
      <PasswordChecklist unmet={unmet} begun={begun} />
    </>
  );
};

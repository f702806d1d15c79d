import { type FormEvent, useState } from 'react';
import { brokenPasswordLimits, passwordRules, unmetPasswordRules } from '#domain/password.ts';
import { accountStepTexts } from '#texts/account-steps.ts';
import { Checklist } from '#ui/Checklist.tsx';
import { PasswordField, type PasswordFieldProps } from '#ui/PasswordField.tsx';

const texts = accountStepTexts.passwordRequirements;

const progressOf = (password: string, begun: boolean) => ({
  unmet: unmetPasswordRules(password),
  broken: brokenPasswordLimits(password),
  begun,
});

interface NewPasswordFieldProps extends PasswordFieldProps {
  readonly defaultValue?: string;
}

/** Keeps the value only in the input. Screen readers announce changes when the customer stops typing. */
export const NewPasswordField = ({ defaultValue = '', ...props }: NewPasswordFieldProps) => {
  const [{ unmet, broken, begun }, setProgress] = useState(() => progressOf(defaultValue, false));
  const check = ({ currentTarget: { value } }: FormEvent<HTMLInputElement>) =>
    setProgress(progressOf(value, value !== ''));

  const limits = broken.map((limit) => texts.limits[limit]);
  const missing = [...unmet.map((rule) => texts.rules[rule]), ...limits];
  const items = [...passwordRules.map((rule) => texts.rules[rule]), ...limits].map((text) => {
    const isDone = !missing.includes(text);
    return { text, isDone, state: isDone ? texts.met : texts.unmet };
  });
  const summary = missing.length === 0 ? texts.allMet : texts.missing(missing);
  const announcement = begun ? summary : '';
  return (
    <>
      <PasswordField {...props} defaultValue={defaultValue} autoComplete="new-password" onInput={check} />
      <Checklist title={texts.title} items={items} announcement={announcement} />
    </>
  );
};

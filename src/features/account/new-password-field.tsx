import { type FormEvent, useState } from 'react';
import { type PasswordRule, passwordRules, unmetPasswordRules } from '#domain/password.ts';
import { accountStepTexts } from '#texts/account-steps.ts';
import { Checklist } from '#ui/Checklist.tsx';
import { PasswordField, type PasswordFieldProps } from '#ui/PasswordField.tsx';

const texts = accountStepTexts.passwordRequirements;

interface Progress {
  readonly unmet: readonly PasswordRule[];
  readonly begun: boolean;
}

interface NewPasswordFieldProps extends PasswordFieldProps {
  readonly defaultValue?: string;
}

/**
 * A new password with the checklist of what it needs. The password itself stays in the input. What changes in the list is
 * read out when the typing pauses; of an empty field nothing is.
 */
export const NewPasswordField = ({ defaultValue = '', ...props }: NewPasswordFieldProps) => {
  const [{ unmet, begun }, setProgress] = useState<Progress>(() => ({
    unmet: unmetPasswordRules(defaultValue),
    begun: false,
  }));
  const check = ({ currentTarget: { value } }: FormEvent<HTMLInputElement>) =>
    setProgress({ unmet: unmetPasswordRules(value), begun: value !== '' });

  const summary = unmet.length === 0 ? texts.allMet : texts.missing(unmet.map((rule) => texts.rules[rule]));
  const items = passwordRules.map((rule) => {
    const isDone = !unmet.includes(rule);
    return { text: texts.rules[rule], isDone, state: isDone ? texts.met : texts.unmet };
  });
  return (
    <>
      <PasswordField {...props} defaultValue={defaultValue} autoComplete="new-password" onInput={check} />
      <Checklist title={texts.title} items={items} announcement={begun ? summary : ''} />
    </>
  );
};

import { type PasswordRule, passwordRules } from '#domain/password.ts';
import { accountStepTexts } from '#texts/account-steps.ts';
import { Checklist } from '#ui/Checklist.tsx';

const texts = accountStepTexts.passwordRequirements;

interface PasswordChecklistProps {
  readonly unmet: readonly PasswordRule[];
  /** Whether there is a password to speak of: before, nothing is announced. */
  readonly begun: boolean;
}

/** Which rules a new password meets. What changes is read out when the typing pauses. */
export const PasswordChecklist = ({ unmet, begun }: PasswordChecklistProps) => {
  const summary = unmet.length === 0 ? texts.allMet : texts.missing(unmet.map((rule) => texts.rules[rule]));
  const items = passwordRules.map((rule) => {
    const isDone = !unmet.includes(rule);
    return { text: texts.rules[rule], isDone, state: isDone ? texts.met : texts.unmet };
  });
  return <Checklist title={texts.title} items={items} announcement={begun ? summary : ''} />;
};

import { useId } from 'react';
import { type PasswordRule, passwordRules } from '#domain/password.ts';
import { accountStepTexts } from '#texts/account-steps.ts';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import * as styles from './password-checklist.css.ts';

const texts = accountStepTexts.passwordRequirements;

interface PasswordChecklistProps {
  readonly unmet: readonly PasswordRule[];
  /** Whether there is a password to speak of: before, nothing is announced. */
  readonly begun: boolean;
}

/** Which rules a new password meets, as glyph and text. What changes is read out when the typing pauses. */
export const PasswordChecklist = ({ unmet, begun }: PasswordChecklistProps) => {
  const titleId = useId();
  const summary = unmet.length === 0 ? texts.allMet : texts.missing(unmet.map((rule) => texts.rules[rule]));
  return (
    <div className={styles.box}>
      <p id={titleId} className={styles.title}>
        {texts.title}
      </p>
      {/* biome-ignore lint/a11y/noRedundantRoles: WebKit takes the meaning away from lists without bullets */}
      <ul role="list" className={styles.list} aria-labelledby={titleId}>
        {passwordRules.map((rule) => {
          const isMet = !unmet.includes(rule);
          return (
            <li key={rule} className={isMet ? styles.met : styles.rule}>
              <span className={styles.glyph} aria-hidden="true">
                {isMet ? '✓' : '○'}
              </span>
              <span>
                {texts.rules[rule]}
                <VisuallyHidden>, {isMet ? texts.met : texts.unmet}</VisuallyHidden>
              </span>
            </li>
          );
        })}
      </ul>
      <VisuallyHidden aria-live="polite">{begun ? summary : ''}</VisuallyHidden>
    </div>
  );
};

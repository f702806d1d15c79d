import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { uiTexts } from '#texts/ui.ts';
import { control } from './Field.css.ts';
import { Field, type FieldTexts } from './Field.tsx';
import * as styles from './PasswordField.css.ts';

export type PasswordFieldProps = FieldTexts & Omit<ComponentProps<'input'>, 'type' | 'className'>;

/** Renders a password field with a button that shows the password. Submitting the form hides it again. */
export const PasswordField = ({ label, hint, error, ...native }: PasswordFieldProps) => {
  const [shown, setShown] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    const form = toggle.current?.form;
    const mask = () => setShown(false);
    form?.addEventListener('submit', mask);
    return () => form?.removeEventListener('submit', mask);
  }, []);

  return (
    <Field label={label} hint={hint} error={error}>
      {(wiring) => (
        <div className={styles.box}>
          <input
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...native}
            {...wiring}
            type={shown ? 'text' : 'password'}
            className={`${control} ${styles.input}`}
          />
          <button
            ref={toggle}
            type="button"
            className={styles.toggle}
            aria-pressed={shown}
            aria-controls={wiring.id}
            aria-label={shown ? uiTexts.hidePassword : uiTexts.showPassword}
            onClick={() => setShown(!shown)}
          >
            <span className={shown ? styles.hideIcon : styles.showIcon} aria-hidden="true" />
          </button>
        </div>
      )}
    </Field>
  );
};

import { useEffect, useEffectEvent } from 'react';
import { checkPhone, internationalPhone } from '#domain/phone.ts';
import { useAuth } from '#features/shared/app-context.ts';
import { selectChallenge } from '#machines/account/auth.selectors.ts';
import { accountStepTexts, newPasswordText, passwordLimitText, phoneText } from '#texts/account-steps.ts';
import { challengeFailureText, challengeTexts } from '#texts/challenges.ts';
import { Button } from '#ui/Button.tsx';
import { TextField } from '#ui/TextField.tsx';
import { SubmitOutcome } from '../account-errors.tsx';
import * as styles from '../account-page.css.ts';
import { NewPasswordField } from '../new-password-field.tsx';
import { PhoneField } from '../phone-field.tsx';
import { fieldErrors, useForm } from '../use-form.ts';
import { useFailure, useIsSubmitting } from '../use-step.ts';
import { useRefusedField } from './challenge-page.tsx';

const { fields } = accountStepTexts;
const phone = 'phone_number';

const autoComplete: Readonly<Record<string, string>> = {
  given_name: 'given-name',
  family_name: 'family-name',
  name: 'name',
  birthdate: 'bday',
};

/** Our label for an attribute, or else its name as separate words. */
const labelOf = (attribute: string): string => {
  const known = Object.entries(challengeTexts.attributes).find(([name]) => name === attribute);
  if (known !== undefined) return known[1];
  const words = attribute.replace(/^custom:/, '').replaceAll(/[_-]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

interface NewPasswordFormProps {
  /** The account's email, for password managers. */
  readonly email: string;
  readonly missingAttributes: readonly string[];
}

export const NewPasswordForm = ({ email, missingAttributes }: NewPasswordFormProps) => {
  const actor = useAuth(selectChallenge);
  const busy = useIsSubmitting('challenge');
  const [failure, dismiss] = useFailure('challenge');
  const attributeText = (name: string, value: string): string | null => {
    if (value.trim() === '') return challengeTexts.missing(labelOf(name));
    return name === phone ? phoneText(value) : null;
  };
  const passwordText = (password: string): string | null =>
    password === '' ? challengeTexts.missing(fields.newPassword) : newPasswordText(password);
  const { errors, refused, mark, form } = useForm({
    names: [...missingAttributes, 'newPassword'],
    check: (read) =>
      fieldErrors(...missingAttributes.map((name) => [name, attributeText(name, read(name))] as const), [
        'newPassword',
        passwordText(read('newPassword')),
      ]),
    // As at sign-up, the form blocks only these; the service refuses the others.
    block: (read) =>
      fieldErrors(
        ...missingAttributes
          .filter((name) => name === phone && checkPhone(read(name)) === 'foreign')
          .map((name) => [name, phoneText(read(name))] as const),
        ['newPassword', passwordLimitText(read('newPassword'))],
      ),
    dismiss,
    submit: (read) =>
      actor?.send({
        type: 'challenge.answered',
        answer: {
          password: read('newPassword'),
          attributes: Object.fromEntries(
            missingAttributes.map((name) => [
              name,
              name === phone ? internationalPhone(read(name)) : read(name),
            ]),
          ),
        },
      }),
  });
  useRefusedField(form.ref, 'newPassword');
  const markRefused = useEffectEvent(mark);
  useEffect(() => {
    if (failure?.name === 'field-empty') queueMicrotask(() => markRefused(new Map()));
    if (failure?.name === 'password-invalid') {
      const text = challengeFailureText('new-password')(failure);
      queueMicrotask(() => markRefused(new Map([['newPassword', text]])));
    }
  }, [failure]);
  return (
    <form {...form} className={styles.form}>
      {/* Tells password managers which account this is. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      {missingAttributes.map((name) =>
        name === phone ? (
          <PhoneField
            key={name}
            name={name}
            label={labelOf(name)}
            error={errors.get(name)}
            autoComplete="tel"
            placeholder={fields.phoneExample}
            required
          />
        ) : (
          <TextField
            key={name}
            name={name}
            type={name === 'birthdate' ? 'date' : 'text'}
            label={labelOf(name)}
            error={errors.get(name)}
            autoComplete={autoComplete[name]}
            required
          />
        ),
      )}
      <NewPasswordField
        name="newPassword"
        label={fields.newPassword}
        error={errors.get('newPassword')}
        required
      />
      <Button type="submit" busy={busy}>
        {challengeTexts.submit}
      </Button>
      <SubmitOutcome
        refused={refused}
        labels={Object.fromEntries([
          ...missingAttributes.map((name) => [name, labelOf(name)]),
          ['newPassword', fields.newPassword],
        ])}
        failure={null}
      />
    </form>
  );
};

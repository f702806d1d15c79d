import { type ComponentProps, useEffect, useMemo } from 'react';
import { checkPhone, internationalPhone } from '#domain/phone.ts';
import { useAuth } from '#features/shared/app-context.ts';
import type { Errors, Values } from '#features/shared/form.ts';
import { reformatPhoneInput } from '#features/shared/reformat-input.ts';
import { type Form, useField, useForm } from '#features/shared/use-form.ts';
import { selectChallenge } from '#machines/account/auth.selectors.ts';
import type { AuthFailure } from '#machines/account/auth.types.ts';
import { accountStepTexts, newPasswordText, passwordLimitText, phoneText } from '#texts/account-steps.ts';
import { challengeFailureText, challengeTexts } from '#texts/challenges.ts';
import { Button } from '#ui/Button.tsx';
import { TextField } from '#ui/TextField.tsx';
import { SubmitOutcome } from '../account-errors.tsx';
import * as styles from '../account-page.css.ts';
import { NewPasswordField } from '../new-password-field.tsx';
import { useFailure, useIsSubmitting } from '../use-step.ts';

const { fields } = accountStepTexts;
const phone = 'phone_number';

const controls: Readonly<Record<string, ComponentProps<'input'>>> = {
  given_name: { autoComplete: 'given-name' },
  family_name: { autoComplete: 'family-name' },
  name: { autoComplete: 'name' },
  birthdate: { autoComplete: 'bday', type: 'date' },
  [phone]: { autoComplete: 'tel', type: 'tel', placeholder: fields.phoneExample, ref: reformatPhoneInput },
};

/** Our label for an attribute, or else its name as separate words. */
const labelOf = (attribute: string): string => {
  const known = Object.entries(challengeTexts.attributes).find(([name]) => name === attribute);
  if (known !== undefined) return known[1];
  const words = attribute.replace(/^custom:/, '').replaceAll(/[_-]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const attributeText = (name: string, value: string): string | null => {
  if (value.trim() === '') return challengeTexts.missing(labelOf(name));
  return name === phone ? phoneText(value) : null;
};

const check = ({ newPassword = '', ...attributes }: Values<string>): Errors<string> => ({
  ...Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [name, attributeText(name, value)]),
  ),
  newPassword: newPassword === '' ? challengeTexts.missing(fields.newPassword) : newPasswordText(newPassword),
});

/** As at sign-up, the form blocks only these; the service refuses the others. */
const block = ({ newPassword = '', [phone]: number = '' }: Values<string>): Errors<string> => ({
  [phone]: checkPhone(number) === 'foreign' ? phoneText(number) : null,
  newPassword: passwordLimitText(newPassword),
});

const toErrors = (failure: AuthFailure): Errors<string> | null => {
  if (failure.name === 'field-empty') return {};
  if (failure.name !== 'password-invalid') return null;
  return { newPassword: challengeFailureText('new-password')(failure) };
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
  const names = [...missingAttributes, 'newPassword'];
  const form = useForm<string>({
    initial: Object.fromEntries(names.map((name) => [name, ''])),
    labels: {
      ...Object.fromEntries(missingAttributes.map((name) => [name, labelOf(name)])),
      newPassword: fields.newPassword,
    },
    check,
    block,
    dismiss,
    refused: useMemo(() => failure && toErrors(failure), [failure]),
    submit({ newPassword: password = '', ...attributes }) {
      const number = attributes[phone];
      const sent = number === undefined ? attributes : { ...attributes, [phone]: internationalPhone(number) };
      actor?.send({ type: 'challenge.answered', answer: { password, attributes: sent } });
    },
  });
  useEffect(() => {
    if (failure !== null) form.focus('newPassword');
  }, [failure, form]);
  return (
    <form {...form.props} className={styles.form}>
      {/* Tells password managers which account this is. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      {missingAttributes.map((name) => (
        <AttributeField key={name} form={form} name={name} />
      ))}
      <NewPasswordField {...useField(form, 'newPassword')} required />
      <Button type="submit" busy={busy}>
        {challengeTexts.submit}
      </Button>
      <SubmitOutcome form={form} />
    </form>
  );
};

const AttributeField = ({ form, name }: { readonly form: Form<string>; readonly name: string }) => (
  <TextField {...useField(form, name)} {...controls[name]} required />
);

import { internationalPhone } from '#domain/phone.ts';
import { useApp, useAuth } from '#features/app-context.ts';
import { isBusy } from '#machines/auth.selectors.ts';
import { accountStepTexts } from '#texts/account-steps.ts';
import { challengeTexts } from '#texts/challenges.ts';
import { Button } from '#ui/Button.tsx';
import { TextField } from '#ui/TextField.tsx';
import * as styles from '../account-page.css.ts';
import { NewPasswordField } from '../new-password-field.tsx';
import { PhoneField } from '../phone-field.tsx';
import { useForm } from '../use-form.ts';
import { useRefusedField } from './challenge-page.tsx';

const { fields } = accountStepTexts;
const phone = 'phone_number';

/** What browsers know a value by. */
const autoComplete: Readonly<Record<string, string>> = {
  given_name: 'given-name',
  family_name: 'family-name',
  name: 'name',
  birthdate: 'bday',
};

/** An attribute's name for people: ours, else the pool's own as words. */
const labelOf = (attribute: string): string => {
  const known = Object.entries(challengeTexts.attributes).find(([name]) => name === attribute);
  if (known !== undefined) return known[1];
  const words = attribute.replace(/^custom:/, '').replaceAll(/[_-]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

interface NewPasswordFormProps {
  /** Whose password it is. */
  readonly email: string;
  readonly missingAttributes: readonly string[];
}

/** Takes a new password, and what the pool requires of an account that lacks it. */
export const NewPasswordForm = ({ email, missingAttributes }: NewPasswordFormProps) => {
  const { auth } = useApp();
  const busy = useAuth(isBusy);
  const { form } = useForm({
    names: [...missingAttributes, 'newPassword'],
    submit: (read) =>
      auth.send({
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
  return (
    <form {...form} className={styles.form}>
      {/* Tells a password manager whose password this is. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      {missingAttributes.map((name) =>
        name === phone ? (
          <PhoneField
            key={name}
            name={name}
            label={labelOf(name)}
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
            autoComplete={autoComplete[name]}
            required
          />
        ),
      )}
      <NewPasswordField name="newPassword" label={fields.newPassword} required />
      <Button type="submit" busy={busy}>
        {challengeTexts.submit}
      </Button>
    </form>
  );
};

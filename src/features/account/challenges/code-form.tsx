import { useAuth } from '#features/shared/app-context.ts';
import { selectChallenge } from '#machines/account/auth.selectors.ts';
import { accountStepTexts } from '#texts/account-steps.ts';
import { challengeTexts } from '#texts/challenges.ts';
import { Button } from '#ui/Button.tsx';
import { CodeField, type CodeFieldProps } from '#ui/CodeField.tsx';
import * as styles from '../account-page.css.ts';
import { useForm } from '../use-form.ts';
import { useIsSubmitting } from '../use-step.ts';
import { useRefusedField } from './challenge-page.tsx';

/** A form for a challenge's code. The identity service refuses an empty one. */
export const CodeForm = ({ longest = 6 }: Pick<CodeFieldProps, 'longest'>) => {
  const actor = useAuth(selectChallenge);
  const busy = useIsSubmitting('challenge');
  const { form } = useForm({
    names: ['code'],
    submit: (read) => actor?.send({ type: 'challenge.answered', answer: { code: read('code') } }),
  });
  useRefusedField(form.ref, 'code');
  return (
    <form {...form} className={styles.form}>
      <CodeField name="code" label={accountStepTexts.fields.code} longest={longest} required />
      <Button type="submit" busy={busy}>
        {challengeTexts.submit}
      </Button>
    </form>
  );
};

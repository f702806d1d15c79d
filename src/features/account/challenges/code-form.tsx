import { useEffect } from 'react';
import { useAuth } from '#features/shared/app-context.ts';
import { useField, useForm } from '#features/shared/use-form.ts';
import { selectChallenge } from '#machines/account/auth.selectors.ts';
import { accountStepTexts } from '#texts/account-steps.ts';
import { challengeTexts } from '#texts/challenges.ts';
import { Button } from '#ui/Button.tsx';
import { CodeField, type CodeFieldProps } from '#ui/CodeField.tsx';
import * as styles from '../account-page.css.ts';
import { useFailure, useIsSubmitting } from '../use-step.ts';

/** A form for a challenge's code. The identity service refuses an empty one. */
export const CodeForm = ({ longest = 6 }: Pick<CodeFieldProps, 'longest'>) => {
  const actor = useAuth(selectChallenge);
  const busy = useIsSubmitting('challenge');
  const form = useForm({
    initial: { code: '' },
    labels: accountStepTexts.fields,
    submit: ({ code }) => actor?.send({ type: 'challenge.answered', answer: { code } }),
  });
  const [failure] = useFailure('challenge');
  useEffect(() => {
    if (failure !== null) form.focus('code');
  }, [failure, form]);
  return (
    <form {...form.props} className={styles.form}>
      <CodeField {...useField(form, 'code')} longest={longest} required />
      <Button type="submit" busy={busy}>
        {challengeTexts.submit}
      </Button>
    </form>
  );
};

import { useMemo } from 'react';
import type { Notices, NoticesRequest } from '#contract/notices.ts';
import { checkTopUpField, parseCredits } from '#domain/top-up.ts';
import { useEmail } from '#features/shared/app-context.ts';
import { useField, useForm, useFormState } from '#features/shared/use-form.ts';
import { useOnline } from '#features/shared/use-online.ts';
import { useSavedValues } from '#features/shared/use-saved-values.ts';
import { emailNoticesFailureText, emailNoticesTexts } from '#texts/email-notices.ts';
import { newCardTexts } from '#texts/new-card.ts';
import { topUpProblemText } from '#texts/top-up.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { TextField } from '#ui/TextField.tsx';
import * as styles from './billing.css.ts';
import { SettingSection, type SettingSource, useSettingChange } from './setting-section.tsx';

export type EmailNoticesSource = SettingSource<Notices, NoticesRequest>;

const queryKey = ['email-notices'];

export const EmailNoticesSection = ({ load, save }: EmailNoticesSource) => {
  const lead = emailNoticesTexts.lead(useEmail());
  return (
    <SettingSection queryKey={queryKey} load={load} texts={emailNoticesTexts} lead={lead}>
      {(notices) => <NoticesForm notices={notices} save={save} />}
    </SettingSection>
  );
};

/** Returns the form's values. A box is 'on' or empty. */
const toForm = ({ low_balance, expiring }: Notices) => ({
  lowBalance: low_balance === null ? '' : 'on',
  credits: low_balance === null ? '' : String(low_balance),
  expiring: expiring ? 'on' : '',
});

const check = ({ lowBalance, credits }: ReturnType<typeof toForm>) => {
  const problem = lowBalance && checkTopUpField('threshold', { threshold: credits, limit: '' }, null);
  return { credits: problem ? topUpProblemText('threshold', problem, null) : null };
};

interface NoticesFormProps extends Pick<EmailNoticesSource, 'save'> {
  readonly notices: Notices;
}

const NoticesForm = ({ notices, save }: NoticesFormProps) => {
  const saving = useSettingChange(queryKey, save);
  const isOnline = useOnline();
  const saved = useMemo(() => toForm(notices), [notices]);
  const form = useForm({
    initial: saved,
    labels: emailNoticesTexts.fields,
    check,
    submit({ lowBalance, credits, expiring }) {
      if (!isOnline || saving.isPending) return;
      saving.mutate({ low_balance: lowBalance ? parseCredits(credits) : null, expiring: expiring !== '' });
    },
  });
  useSavedValues(form, saved);
  const blocking = useFormState(form, form.blockingLabels);
  const isLow = useFormState(form, () => form.values().lowBalance !== '');
  const boxProps = (name: 'lowBalance' | 'expiring') => ({
    name,
    label: emailNoticesTexts.fields[name],
    hint: emailNoticesTexts.hints[name],
    defaultChecked: form.initial[name] !== '',
  });
  return (
    <form {...form.props} className={styles.panel}>
      <fieldset className={styles.group} aria-label={emailNoticesTexts.fields.lowBalance}>
        <Checkbox {...boxProps('lowBalance')} />
        <div className={styles.groupField} hidden={!isLow}>
          <TextField {...useField(form, 'credits')} hint={emailNoticesTexts.credits} inputMode="numeric" />
        </div>
      </fieldset>
      <Checkbox {...boxProps('expiring')} />
      <div className={styles.actions}>
        <Button type="submit" busy={saving.isPending} aria-disabled={!isOnline}>
          {emailNoticesTexts.save}
        </Button>
      </div>
      {!isOnline && <p className={styles.note}>{emailNoticesTexts.offline}</p>}
      {blocking && <Banner tone="error">{newCardTexts.check(blocking)}</Banner>}
      {saving.isError && !blocking && <Banner tone="error">{emailNoticesFailureText(saving.error)}</Banner>}
      <p role="status" className={styles.news}>
        {saving.isSuccess && !blocking && emailNoticesTexts.saved}
      </p>
    </form>
  );
};

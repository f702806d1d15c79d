import { useMutation } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type ProfileForm, profileChanges, toProfileForm } from '#domain/profile.ts';
import { useApp, useAuth } from '#features/shared/app-context.ts';
import { headingIds } from '#features/shared/focus-targets.ts';
import { reformatPhoneInput } from '#features/shared/reformat-input.ts';
import { ContactLine } from '#features/shared/support-link.tsx';
import { useField, useForm } from '#features/shared/use-form.ts';
import { useOnline } from '#features/shared/use-online.ts';
import { useSavedValues } from '#features/shared/use-saved-values.ts';
import { selectUser } from '#machines/account/auth.selectors.ts';
import type { User } from '#machines/account/auth.types.ts';
import { accountStepTexts, phoneText } from '#texts/account-steps.ts';
import { isAboutPhone, profileFailureText, profileTexts } from '#texts/profile.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { TextField } from '#ui/TextField.tsx';
import { FormOutcome } from './form-outcome.tsx';
import * as styles from './profile.css.ts';
import { failureIn, profileMutation } from './profile-mutations.ts';

export const ProfileSection = () => {
  const user = useAuth(selectUser);
  // The heading of the page is this section's heading.
  return (
    <section className={styles.panel} aria-labelledby={headingIds.page}>
      {user && <Details user={user} />}
    </section>
  );
};

const Details = ({ user }: { readonly user: User }) => {
  const saved = useMemo(() => toProfileForm(user), [user]);
  const saving = useMutation(
    profileMutation<ProfileForm>(useApp().loadSecurity, (profile, typed) =>
      profile.save(profileChanges(saved, typed)),
    ),
  );
  const failure = failureIn(saving.data);
  const isOnline = useOnline();
  const form = useForm({
    initial: saved,
    labels: profileTexts.fields,
    // The number may be unknown, or from before the store checked numbers.
    check: ({ phone }) => ({ phone: phone === saved.phone ? null : phoneText(phone) }),
    refused:
      useMemo(() => failure && isAboutPhone(failure) && { phone: profileFailureText(failure) }, [failure]) ||
      null,
    submit: (typed) => isOnline && !saving.isPending && saving.mutate(typed),
  });
  useSavedValues(form, saved);

  return (
    <form {...form.props} className={styles.form}>
      <div className={styles.pair}>
        <TextField {...useField(form, 'firstName')} autoComplete="given-name" />
        <TextField {...useField(form, 'lastName')} autoComplete="family-name" />
      </div>
      <TextField
        {...useField(form, 'phone')}
        ref={reformatPhoneInput}
        type="tel"
        autoComplete="tel"
        placeholder={accountStepTexts.fields.phoneExample}
      />
      <div>
        <p className={styles.label}>{profileTexts.email}</p>
        <p className={styles.value}>{user.email}</p>
        <ContactLine className={styles.note}>{profileTexts.changeEmail}</ContactLine>
      </div>
      <div className={styles.actions}>
        <Button type="submit" busy={saving.isPending} aria-disabled={!isOnline}>
          {profileTexts.save}
        </Button>
      </div>
      <FormOutcome form={form} failure={failure && profileFailureText(failure)}>
        {saving.data?.outcome === 'done' && <Banner tone="success">{profileTexts.saved}</Banner>}
      </FormOutcome>
    </form>
  );
};

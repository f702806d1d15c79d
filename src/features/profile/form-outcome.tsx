import type { PropsWithChildren } from 'react';
import { ContactLine } from '#features/shared/support-link.tsx';
import { type Form, useFormState } from '#features/shared/use-form.ts';
import { useOnline } from '#features/shared/use-online.ts';
import { accountTexts } from '#texts/account.ts';
import { profileTexts } from '#texts/profile.ts';
import { Banner } from '#ui/Banner.tsx';
import { bringIntoView } from '#ui/focus.ts';
import * as styles from './profile.css.ts';

interface FormOutcomeProps<Name extends string> extends PropsWithChildren {
  readonly form: Form<Name>;
  /** Why the last submit was refused, or null. */
  readonly failure: string | null;
}

/** Lists the fields that block a submit. Otherwise, shows how the last submit went. */
export const FormOutcome = <Name extends string>({ form, failure, children }: FormOutcomeProps<Name>) => {
  const blocking = useFormState(form, form.blockingLabels);
  const isOnline = useOnline();
  if (!isOnline) return <p className={styles.note}>{profileTexts.offline}</p>;
  const text = blocking === '' ? failure : accountTexts.checkFields(blocking);
  return text ? <ErrorText>{text}</ErrorText> : children;
};

/** Shows an error and links its "contact us" to the store's support. */
export const ErrorText = ({ children }: { readonly children: string }) => (
  <div ref={bringIntoView}>
    <Banner tone="error">
      <ContactLine>{children}</ContactLine>
    </Banner>
  </div>
);

import { accountTexts } from '#texts/account.ts';
import { Banner } from '#ui/Banner.tsx';
import type { FieldErrors } from './use-form.ts';

interface ErrorSummaryProps<Name extends string> {
  readonly errors: FieldErrors<Name>;
  readonly labels: Readonly<Record<Name, string>>;
}

/** Names the wrong fields when there is more than one; a single one has the focus and speaks for itself. */
export const ErrorSummary = <Name extends string>({ errors, labels }: ErrorSummaryProps<Name>) =>
  errors.size > 1 && (
    <Banner tone="error">{accountTexts.checkFields([...errors.keys()].map((name) => labels[name]))}</Banner>
  );

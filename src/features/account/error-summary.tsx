import { accountTexts } from '#texts/account.ts';
import { Banner } from '#ui/Banner.tsx';

interface ErrorSummaryProps<Name extends string> {
  /** The fields that a submit found wrong. */
  readonly refused: readonly Name[];
  readonly labels: Readonly<Record<Name, string>>;
}

/** Names what keeps a form from being sent; beside each field stands what is wrong with it. */
export const ErrorSummary = <Name extends string>({ refused, labels }: ErrorSummaryProps<Name>) =>
  refused.length > 0 && (
    <Banner tone="error">{accountTexts.checkFields(refused.map((name) => labels[name]))}</Banner>
  );

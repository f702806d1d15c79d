import { createContext, memo, use, useCallback, useLayoutEffect } from 'react';
import { useCheckout, useCustomer } from '#features/shared/app-context.ts';
import { CardMarks } from '#features/shared/card-mark.tsx';
import { selectCardField } from '#machines/purchase/checkout.selectors.ts';
import type { CardField } from '#machines/purchase/checkout.types.ts';
import { cardFieldText, checkoutTexts, isCardFieldEmpty } from '#texts/checkout.ts';
import { keepFocusInView } from '#ui/focus.ts';
import * as styles from './checkout.css.ts';

/** Whether empty card fields show an error, because the form was submitted. */
export const CardDueContext = createContext(false);

interface CardFieldsProps {
  readonly legend?: string;
  /** Whether to show empty boxes until it's known if the gateway's fields are needed. */
  readonly isAwaited?: boolean;
}

/** Renders the gateway's card fields. Card data never reaches this page. */
export const CardFields = memo(({ legend = checkoutTexts.card, isAwaited = false }: CardFieldsProps) => (
  <fieldset className={styles.fields}>
    <legend className={styles.legend}>{legend}</legend>
    <HostedField field="number" isAwaited={isAwaited} className={styles.cell.full} />
    <HostedField field="expiry" isAwaited={isAwaited} className={styles.cell.third} />
    <HostedField field="code" isAwaited={isAwaited} className={styles.cell.third} />
  </fieldset>
));

/** Focuses a card field's visible box. The next Tab moves into the gateway's input. */
export const focusCardField = (form: HTMLFormElement, field: CardField): void =>
  form.querySelector<HTMLDivElement>(`[data-card-field="${field}"]`)?.focus();

interface HostedFieldProps {
  readonly field: CardField;
  readonly isAwaited: boolean;
  readonly className: string;
}

/** Renders a gateway field's container and error. The accessible label is inside the gateway's iframe. */
const HostedField = ({ field, isAwaited, className }: HostedFieldProps) => {
  const { attachCardField } = useCustomer();
  const { valid, message } = useCheckout(selectCardField(field));
  const attach = useCallback(
    (host: HTMLElement | null) => attachCardField(field, host),
    [attachCardField, field],
  );
  const isMissing = use(CardDueContext) && message !== null && isCardFieldEmpty(message);
  const wrong = isMissing ? checkoutTexts.cardFieldMissing(field) : cardFieldText(message ?? '');
  const problem = valid ? '' : wrong;
  // The error may appear after the focus has moved to the next field, and push that field out of view.
  useLayoutEffect(() => {
    if (problem !== '') keepFocusInView();
  }, [problem]);
  return (
    <div className={className}>
      <div className={styles.hostHeading}>
        <p className={styles.hostLabel} aria-hidden="true">
          {checkoutTexts.cardFields[field]}
        </p>
        {field === 'number' && <CardMarks />}
      </div>
      <div
        className={styles.host}
        ref={isAwaited ? null : attach}
        tabIndex={-1}
        data-card-field={field}
        data-invalid={problem !== ''}
        data-valid={valid}
      />
      <p className={styles.hostMessage} aria-live="polite">
        {problem}
      </p>
    </div>
  );
};

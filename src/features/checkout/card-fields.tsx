import { memo, useCallback, useLayoutEffect } from 'react';
import { useCheckout, useCustomer } from '#features/shared/app-context.ts';
import { selectCardField } from '#machines/purchase/checkout.selectors.ts';
import type { CardField } from '#machines/purchase/checkout.types.ts';
import { cardFieldText, checkoutTexts } from '#texts/checkout.ts';
import { keepFocusInView } from '#ui/focus.ts';
import * as styles from './checkout.css.ts';

interface CardFieldsProps {
  readonly legend?: string;
  /** Whether it is not yet known if the gateway's fields are needed. Shows their empty boxes. */
  readonly isAwaited?: boolean;
}

/** The gateway's own fields. Card data never reaches this page. */
export const CardFields = memo(({ legend = checkoutTexts.card, isAwaited = false }: CardFieldsProps) => (
  <fieldset className={styles.fields}>
    <legend className={styles.legend}>{legend}</legend>
    <HostedField field="number" isAwaited={isAwaited} className={styles.wide} />
    <HostedField field="expiry" isAwaited={isAwaited} />
    <HostedField field="code" isAwaited={isAwaited} />
  </fieldset>
));

/** Focuses the visible box of a card field. The next Tab leads into the gateway's input. */
export const focusCardField = (form: HTMLFormElement, field: CardField): void =>
  form.querySelector<HTMLDivElement>(`[data-card-field="${field}"]`)?.focus();

interface HostedFieldProps {
  readonly field: CardField;
  readonly isAwaited: boolean;
  readonly className?: string;
}

/** The container of a gateway field, and the gateway's message. The gateway's iframe has the label. */
const HostedField = ({ field, isAwaited, className }: HostedFieldProps) => {
  const { attachCardField } = useCustomer();
  const { valid, message } = useCheckout(selectCardField(field));
  const attach = useCallback(
    (host: HTMLElement | null) => attachCardField(field, host),
    [attachCardField, field],
  );
  const problem = valid ? '' : cardFieldText(message ?? '');
  // The error may appear after the focus has moved to the next field.
  useLayoutEffect(() => {
    if (problem !== '') keepFocusInView();
  }, [problem]);
  return (
    <div className={className}>
      <p className={styles.hostLabel} aria-hidden="true">
        {checkoutTexts.cardFields[field]}
      </p>
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

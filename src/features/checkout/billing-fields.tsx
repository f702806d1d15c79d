import { type ComponentProps, memo, useCallback, useState } from 'react';
import { flushSync } from 'react-dom';
import { billingMaxLength } from '#contract/purchases.ts';
import { type BillingField, billingFields, checkBilling, isBillingRequired } from '#domain/billing.ts';
import { digitsOf, reformatDigits } from '#domain/digits.ts';
import { formatBillingPhone } from '#domain/phone.ts';
import { listUsStates } from '#domain/us-states.ts';
import { formatZip, typeZip, zipMaxLength } from '#domain/zip.ts';
import { useApp, useCheckout } from '#features/shared/app-context.ts';
import { reformatInput } from '#features/shared/reformat-input.ts';
import { type Form, useField, useFormState } from '#features/shared/use-form.ts';
import { selectCardId } from '#machines/purchase/checkout.selectors.ts';
import { checkoutTexts } from '#texts/checkout.ts';
import { SelectField } from '#ui/SelectField.tsx';
import { TextField } from '#ui/TextField.tsx';
import * as styles from './checkout.css.ts';
import { SummaryLine } from './summary-line.tsx';

interface TextControl
  extends Pick<ComponentProps<'input'>, 'autoComplete' | 'inputMode' | 'maxLength' | 'ref' | 'type'> {
  readonly hint?: string;
}

/** Formats a ZIP code as five or nine digits. Until blur, remembers digits six to eight but hides them. */
const reformatZip = (input: HTMLInputElement) => {
  let digits = digitsOf(input.value);
  const keepShown = () => {
    digits = digitsOf(input.value);
  };
  const stop = reformatInput(({ text, caret }, kind) => {
    digits = typeZip(text, digits);
    return reformatDigits({ text, caret }, formatZip(digits), kind);
  })(input);
  input.addEventListener('focus', keepShown);
  return () => {
    stop();
    input.removeEventListener('focus', keepShown);
  };
};

const reformatPhone = reformatInput((edit, kind) =>
  reformatDigits(edit, formatBillingPhone(edit.text), kind),
);

const textControls: Readonly<Record<Exclude<BillingField, 'state'>, TextControl>> = {
  first_name: { autoComplete: 'given-name', maxLength: billingMaxLength.first_name },
  last_name: { autoComplete: 'family-name', maxLength: billingMaxLength.last_name },
  address1: { autoComplete: 'address-line1', maxLength: billingMaxLength.address1 },
  address2: {
    autoComplete: 'address-line2',
    maxLength: billingMaxLength.address2,
    hint: checkoutTexts.optional,
  },
  city: { autoComplete: 'address-level2', maxLength: billingMaxLength.city },
  zip: { autoComplete: 'postal-code', inputMode: 'numeric', maxLength: zipMaxLength, ref: reformatZip },
  phone: { autoComplete: 'tel', type: 'tel', maxLength: billingMaxLength.phone, ref: reformatPhone },
};

interface BillingProps {
  readonly form: Form<BillingField>;
}

interface SectionProps extends BillingProps {
  /** Whether the fields stay open, because a line in their place would move the rest of the form. */
  readonly staysOpen: boolean;
}

/** Renders the billing address: as one line if it's complete and a saved card is chosen, until it is edited. */
export const AddressSection = ({ form, staysOpen }: SectionProps) => {
  const { usTerritories } = useApp();
  const isCardSaved = useCheckout(selectCardId) !== null;
  const [shape, setShape] = useState<'open' | 'line' | null>(null);
  const text = useFormState(form, () => {
    const values = form.values();
    return checkBilling(values, { usTerritories }).length > 0 ? '' : checkoutTexts.address(values);
  });
  if (shape === null && isCardSaved && text !== '') setShape(staysOpen ? 'open' : 'line');
  const open = useCallback(() => setShape('open'), []);
  const edit = () => {
    flushSync(open);
    form.focus(billingFields[0] ?? '');
  };
  const isLine = shape === 'line';
  return (
    <>
      {isLine && (
        <SummaryLine heading={checkoutTexts.billing} onEdit={edit}>
          {text}
        </SummaryLine>
      )}
      {/* The form reads its fields from the page, so they stay in it. */}
      <div hidden={isLine}>
        <BillingFields form={form} onFocus={open} />
      </div>
    </>
  );
};

/** Renders the fields once; each field updates itself. */
export const BillingFields = memo(({ form, onFocus }: BillingProps & { readonly onFocus?: () => void }) => (
  <fieldset className={styles.fields} onFocus={onFocus}>
    <legend className={styles.legend}>{checkoutTexts.billing}</legend>
    {billingFields.map((field) => (
      <div key={field} className={styles.cell[cells[field] ?? 'full']}>
        <AddressField form={form} field={field} />
      </div>
    ))}
    <p className={styles.country}>{checkoutTexts.country}</p>
  </fieldset>
));

const cells: Readonly<Partial<Record<BillingField, keyof typeof styles.cell>>> = {
  first_name: 'half',
  last_name: 'half',
  city: 'half',
  state: 'state',
  zip: 'third',
};

interface AddressFieldProps extends BillingProps {
  readonly field: BillingField;
}

const AddressField = ({ form, field }: AddressFieldProps) => {
  const { usTerritories } = useApp();
  const wiring = { ...useField(form, field), 'aria-required': isBillingRequired(field) };
  if (field !== 'state') return <TextField {...textControls[field]} {...wiring} />;
  return (
    <SelectField
      {...wiring}
      options={listUsStates(usTerritories).map(({ code, name }) => ({ value: code, label: name }))}
      placeholder={checkoutTexts.selectState}
      autoComplete="address-level1"
    />
  );
};

import { type ComponentProps, memo } from 'react';
import { billingMaxLength } from '#contract/purchases.ts';
import { type BillingField, billingCountry, billingFields, isBillingRequired } from '#domain/billing.ts';
import { digitsOf, reformatDigits } from '#domain/digits.ts';
import { formatBillingPhone } from '#domain/phone.ts';
import { listUsStates } from '#domain/us-states.ts';
import { formatZip, typeZip, zipMaxLength } from '#domain/zip.ts';
import { useApp } from '#features/shared/app-context.ts';
import { reformatInput } from '#features/shared/reformat-input.ts';
import { type Form, useField } from '#features/shared/use-form.ts';
import { checkoutTexts } from '#texts/checkout.ts';
import { SelectField } from '#ui/SelectField.tsx';
import { TextField } from '#ui/TextField.tsx';
import * as styles from './checkout.css.ts';

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

/** Renders the billing address once; each field updates itself. */
export const BillingFields = memo(({ form }: { readonly form: Form<BillingField> }) => (
  <fieldset className={styles.fields}>
    <legend className={styles.legend}>{checkoutTexts.billing}</legend>
    {billingFields.map((field) => (
      <AddressField key={field} form={form} field={field} />
    ))}
    <TextField
      label={checkoutTexts.country}
      value={billingCountry}
      autoComplete="country"
      readOnly
      tabIndex={-1}
    />
  </fieldset>
));

interface AddressFieldProps {
  readonly form: Form<BillingField>;
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

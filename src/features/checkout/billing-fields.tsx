import { type ChangeEvent, type ComponentProps, memo } from 'react';
import { billingMaxLength } from '#contract/purchases.ts';
import { type BillingField, billingCountry, billingFields, isBillingRequired } from '#domain/billing.ts';
import { reformatDigits } from '#domain/digits.ts';
import { formatBillingPhone } from '#domain/phone.ts';
import { usStates } from '#domain/us-states.ts';
import { formatTypedZip, formatZip, zipMaxLength } from '#domain/zip.ts';
import { reformatInput } from '#features/reformat-input.ts';
import { billingHintText, checkoutTexts } from '#texts/checkout.ts';
import { SelectField } from '#ui/SelectField.tsx';
import { TextField } from '#ui/TextField.tsx';
import { type BillingDraft, useDraft } from './billing-draft.ts';
import * as styles from './checkout.css.ts';

interface TextControl
  extends Pick<ComponentProps<'input'>, 'autoComplete' | 'inputMode' | 'maxLength' | 'type'> {
  readonly hint?: string;
  /** What the control shows for a text that was typed after another. */
  readonly format?: (text: string, before: string) => string;
  /** What it shows once it is left. */
  readonly formatLeft?: (text: string) => string;
}

/** The control of each field of the billing address but the state. */
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
  zip: {
    autoComplete: 'postal-code',
    inputMode: 'numeric',
    maxLength: zipMaxLength,
    format: formatTypedZip,
    formatLeft: formatZip,
  },
  phone: {
    autoComplete: 'tel',
    type: 'tel',
    maxLength: billingMaxLength.phone,
    format: formatBillingPhone,
  },
};

const stateOptions = usStates.map(({ code, name }) => ({ value: code, label: name }));

/** The billing address. Renders once; each field follows its own problem. */
export const BillingFields = memo(({ draft }: { readonly draft: BillingDraft }) => (
  <fieldset className={styles.fields}>
    <legend className={styles.legend}>{checkoutTexts.billing}</legend>
    {billingFields.map((field) =>
      field === 'state' ? (
        <StateField key={field} draft={draft} />
      ) : (
        <BillingTextField key={field} draft={draft} field={field} />
      ),
    )}
    <TextField label={checkoutTexts.country} value={billingCountry} autoComplete="country" readOnly />
  </fieldset>
));

/** Connects one control to the draft, which it starts from, and to its own problem alone. */
const useBillingField = (draft: BillingDraft, field: BillingField) => {
  const problem = useDraft(draft, () => draft.problemOf(field));
  return {
    name: field,
    label: checkoutTexts.fields[field],
    defaultValue: draft.form()[field],
    error: problem && billingHintText(field, problem),
    onBlur: () => draft.check(field),
    'aria-required': isBillingRequired(field),
  };
};

interface BillingTextFieldProps {
  readonly draft: BillingDraft;
  readonly field: Exclude<BillingField, 'state'>;
}

const BillingTextField = ({ draft, field }: BillingTextFieldProps) => {
  const { format, formatLeft, ...control } = textControls[field];
  const wiring = useBillingField(draft, field);
  const change = ({ currentTarget: input }: ChangeEvent<HTMLInputElement>) => {
    if (format) reformatInput(input, (edit) => reformatDigits(edit, format(edit.text, draft.form()[field])));
    draft.change(field, input.value);
  };
  const leave = ({ currentTarget: input }: { readonly currentTarget: HTMLInputElement }) => {
    const formatted = formatLeft?.(input.value) ?? input.value;
    if (formatted !== input.value) {
      input.value = formatted;
      draft.change(field, formatted);
    }
    wiring.onBlur();
  };
  return <TextField {...control} {...wiring} onChange={change} onBlur={leave} />;
};

const StateField = ({ draft }: { readonly draft: BillingDraft }) => (
  <SelectField
    {...useBillingField(draft, 'state')}
    options={stateOptions}
    placeholder={checkoutTexts.selectState}
    autoComplete="address-level1"
    onChange={({ currentTarget }) => draft.change('state', currentTarget.value)}
  />
);

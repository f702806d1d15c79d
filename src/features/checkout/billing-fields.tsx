import { type ComponentProps, memo, useRef } from 'react';
import { billingMaxLength } from '#contract/purchases.ts';
import { type BillingField, billingCountry, billingFields, isBillingRequired } from '#domain/billing.ts';
import { digitsOf, reformatDigits } from '#domain/digits.ts';
import { formatBillingPhone } from '#domain/phone.ts';
import { listUsStates } from '#domain/us-states.ts';
import { formatZip, typeZip, zipMaxLength } from '#domain/zip.ts';
import { useApp } from '#features/shared/app-context.ts';
import { reformatInput } from '#features/shared/reformat-input.ts';
import { billingHintText, checkoutTexts } from '#texts/checkout.ts';
import { SelectField } from '#ui/SelectField.tsx';
import { TextField } from '#ui/TextField.tsx';
import { type BillingDraft, useDraft } from './billing-draft.ts';
import * as styles from './checkout.css.ts';

interface TextControl
  extends Pick<ComponentProps<'input'>, 'autoComplete' | 'inputMode' | 'maxLength' | 'type'> {
  readonly hint?: string;
  readonly format?: (text: string) => string;
}

type TypedField = Exclude<BillingField, 'state' | 'zip'>;

const textControls: Readonly<Record<TypedField, TextControl>> = {
  first_name: { autoComplete: 'given-name', maxLength: billingMaxLength.first_name },
  last_name: { autoComplete: 'family-name', maxLength: billingMaxLength.last_name },
  address1: { autoComplete: 'address-line1', maxLength: billingMaxLength.address1 },
  address2: {
    autoComplete: 'address-line2',
    maxLength: billingMaxLength.address2,
    hint: checkoutTexts.optional,
  },
  city: { autoComplete: 'address-level2', maxLength: billingMaxLength.city },
  phone: {
    autoComplete: 'tel',
    type: 'tel',
    maxLength: billingMaxLength.phone,
    format: formatBillingPhone,
  },
};

/** The billing address. It renders once; each field updates itself. */
export const BillingFields = memo(({ draft }: { readonly draft: BillingDraft }) => (
  <fieldset className={styles.fields}>
    <legend className={styles.legend}>{checkoutTexts.billing}</legend>
    {billingFields.map((field) => {
      if (field === 'state') return <StateField key={field} draft={draft} />;
      if (field === 'zip') return <ZipField key={field} draft={draft} />;
      return <BillingTextField key={field} draft={draft} field={field} />;
    })}
    <TextField
      label={checkoutTexts.country}
      value={billingCountry}
      autoComplete="country"
      readOnly
      tabIndex={-1}
    />
  </fieldset>
));

const useBillingField = (draft: BillingDraft, field: BillingField) => {
  const problem = useDraft(draft, () => draft.problemOf(field));
  return {
    name: field,
    label: checkoutTexts.fields[field],
    defaultValue: draft.form()[field],
    error: problem && billingHintText(field, problem),
    onBlur: () => {
      // An error must not move the control that is being pressed. A submit checks every field anyway.
      if (document.querySelector(':is(button, a):active') === null) draft.check(field);
    },
    'aria-required': isBillingRequired(field),
  };
};

/**
 * Listens to an input's edits and stops their propagation. React would otherwise check every ancestor for
 * handlers, and write the input's value again.
 */
const onEdit = (listener: (input: HTMLInputElement, event: Event) => void) => (input: HTMLInputElement) => {
  const listen = (event: Event) => {
    event.stopPropagation();
    listener(input, event);
  };
  const kinds = ['input', 'compositionend'] as const;
  for (const kind of kinds) input.addEventListener(kind, listen);
  return () => {
    for (const kind of kinds) input.removeEventListener(kind, listen);
  };
};

interface BillingTextFieldProps {
  readonly draft: BillingDraft;
  readonly field: TypedField;
}

const BillingTextField = ({ draft, field }: BillingTextFieldProps) => {
  const { format, ...control } = textControls[field];
  const wiring = useBillingField(draft, field);
  const change = (input: HTMLInputElement, event: Event) => {
    if (format) reformatInput(input, event, (edit, kind) => reformatDigits(edit, format(edit.text), kind));
    draft.change(field, input.value);
  };
  return <TextField {...control} {...wiring} ref={onEdit(change)} />;
};

/** Shows a five- or nine-digit ZIP code, or its beginning. Keeps digits in between until blur. */
const ZipField = ({ draft }: { readonly draft: BillingDraft }) => {
  const wiring = useBillingField(draft, 'zip');
  const digits = useRef(digitsOf(wiring.defaultValue));
  const change = (input: HTMLInputElement, event: Event) => {
    digits.current = typeZip(input.value, digits.current);
    reformatInput(input, event, (edit, kind) => reformatDigits(edit, formatZip(digits.current), kind));
    draft.change('zip', input.value);
  };
  const leave = () => {
    digits.current = digitsOf(draft.form().zip);
    wiring.onBlur();
  };
  return (
    <TextField
      {...wiring}
      autoComplete="postal-code"
      inputMode="numeric"
      maxLength={zipMaxLength}
      ref={onEdit(change)}
      onBlur={leave}
    />
  );
};

const StateField = ({ draft }: { readonly draft: BillingDraft }) => (
  <SelectField
    {...useBillingField(draft, 'state')}
    options={listUsStates(useApp().usTerritories).map(({ code, name }) => ({ value: code, label: name }))}
    placeholder={checkoutTexts.selectState}
    autoComplete="address-level1"
    onChange={({ currentTarget }) => draft.change('state', currentTarget.value)}
  />
);

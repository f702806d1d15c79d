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
  /** What the control shows for what was typed. */
  readonly format?: (text: string) => string;
}

type TypedField = Exclude<BillingField, 'state' | 'zip'>;

/** The control of each field that one types into. The ZIP code has its own. */
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

/** The billing address. Renders once; each field follows its own problem. */
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

/** Connects one control to the draft, which it starts from, and to its own problem alone. */
const useBillingField = (draft: BillingDraft, field: BillingField) => {
  const problem = useDraft(draft, () => draft.problemOf(field));
  return {
    name: field,
    label: checkoutTexts.fields[field],
    defaultValue: draft.form()[field],
    error: problem && billingHintText(field, problem),
    onBlur: () => {
      // What is being pressed must not move away under the finger: a submit checks every field.
      if (document.querySelector(':is(button, a):active') === null) draft.check(field);
    },
    'aria-required': isBillingRequired(field),
  };
};

/**
 * Tells of the edits of an input, which end here: React listens at the page's root, where it would ask every element on the way
 * about each, and write what the input holds once more.
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

/** Never shows what is neither five digits, on the way to them or nine: those in between are kept until it is left. */
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

import { type ComponentProps, memo, useRef } from 'react';
import { billingMaxLength } from '#contract/purchases.ts';
import {
  type BillingField,
  type BillingProblem,
  type BillingReader,
  billingCountry,
  billingFields,
  checkBilling,
  isBillingRequired,
} from '#domain/billing.ts';
import { digitsOf, reformatDigits } from '#domain/digits.ts';
import { formatBillingPhone } from '#domain/phone.ts';
import { listUsStates } from '#domain/us-states.ts';
import { formatZip, typeZip, zipMaxLength } from '#domain/zip.ts';
import { useApp, useCustomer } from '#features/shared/app-context.ts';
import { type Form, useForm, useFormState } from '#features/shared/form.ts';
import { reformatInput } from '#features/shared/reformat-input.ts';
import { selectUser } from '#machines/auth.selectors.ts';
import { billingHintText, checkoutTexts } from '#texts/checkout.ts';
import { SelectField } from '#ui/SelectField.tsx';
import { TextField } from '#ui/TextField.tsx';
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

export type BillingForm = Form<BillingField, BillingProblem>;

/** The billing form: starts with what this session typed before, or else with the customer's own name and phone. */
export const useBillingForm = (onSubmit: (read: BillingReader, isRight: boolean) => void) => {
  const { auth, usTerritories } = useApp();
  const { billing, checkout } = useCustomer();
  const known = (field: BillingField) => {
    const user = selectUser(auth.getSnapshot());
    const own: Partial<Record<BillingField, string>> = {
      first_name: user?.firstName ?? '',
      last_name: user?.lastName ?? '',
      phone: formatBillingPhone(user?.phone ?? ''),
    };
    return billing.get(field) ?? own[field] ?? '';
  };
  return useForm(
    {
      names: billingFields,
      required: billingFields.filter(isBillingRequired),
      known,
      check: (read) =>
        new Map(checkBilling(read, { usTerritories }).map(({ field, problem }) => [field, problem])),
      checksUntouched: true,
      onEdit: (field, value) => {
        billing.set(field, value);
        checkout.send({ type: 'form.edited' });
      },
    },
    onSubmit,
  );
};

const endHere = (event: Event): void => event.stopPropagation();

/** Keys end here: React, which listens at the page's root, would ask every element on the way about each. */
const listenForKeys = (fields: HTMLFieldSetElement) => {
  const listening = new AbortController();
  const { signal } = listening;
  for (const type of ['keydown', 'keypress', 'keyup']) fields.addEventListener(type, endHere, { signal });
  return () => listening.abort();
};

/** The billing address. Renders once; each field follows its own problem. */
export const BillingFields = memo(({ form }: { readonly form: BillingForm }) => (
  <fieldset className={styles.fields} ref={listenForKeys}>
    <legend className={styles.legend}>{checkoutTexts.billing}</legend>
    {billingFields.map((field) => {
      if (field === 'state') return <StateField key={field} form={form} />;
      if (field === 'zip') return <ZipField key={field} form={form} />;
      return <BillingTextField key={field} form={form} field={field} />;
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
const useBillingField = (form: BillingForm, field: BillingField) => {
  const problem = useFormState(form, () => form.state().errors.get(field));
  return {
    name: field,
    label: checkoutTexts.fields[field],
    defaultValue: form.read(field),
    error: problem && billingHintText(field, problem),
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
  readonly form: BillingForm;
  readonly field: TypedField;
}

const BillingTextField = ({ form, field }: BillingTextFieldProps) => {
  const { format, ...control } = textControls[field];
  const wiring = useBillingField(form, field);
  const change = (input: HTMLInputElement, event: Event) => {
    if (format) reformatInput(input, event, (edit, kind) => reformatDigits(edit, format(edit.text), kind));
    form.edit(field);
  };
  return <TextField {...control} {...wiring} ref={onEdit(change)} />;
};

/** Never shows what is neither five digits, on the way to them or nine: those in between are kept until it is left. */
const ZipField = ({ form }: { readonly form: BillingForm }) => {
  const wiring = useBillingField(form, 'zip');
  const digits = useRef(digitsOf(wiring.defaultValue));
  const change = (input: HTMLInputElement, event: Event) => {
    digits.current = typeZip(input.value, digits.current);
    reformatInput(input, event, (edit, kind) => reformatDigits(edit, formatZip(digits.current), kind));
    form.edit('zip');
  };
  return (
    <TextField
      {...wiring}
      autoComplete="postal-code"
      inputMode="numeric"
      maxLength={zipMaxLength}
      ref={onEdit(change)}
      onBlur={({ currentTarget }) => {
        digits.current = digitsOf(currentTarget.value);
      }}
    />
  );
};

const StateField = ({ form }: { readonly form: BillingForm }) => (
  <SelectField
    {...useBillingField(form, 'state')}
    options={listUsStates(useApp().usTerritories).map(({ code, name }) => ({ value: code, label: name }))}
    placeholder={checkoutTexts.selectState}
    autoComplete="address-level1"
  />
);

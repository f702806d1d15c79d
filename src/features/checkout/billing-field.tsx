import type { ChangeEvent, ComponentProps } from 'react';
import type { BillingField } from '#domain/billing.ts';
import { usStates } from '#domain/us-states.ts';
import { billingHintText, checkoutTexts } from '#texts/checkout.ts';
import { SelectField } from '#ui/SelectField.tsx';
import { TextField } from '#ui/TextField.tsx';
import type { BillingDraft } from './billing-draft.ts';
import { reformatInput } from './reformat-input.ts';
import { useDraft } from './use-billing-draft.ts';

/** Connects one control to the draft, which it starts from, and to its own problem alone. */
const useBillingField = (draft: BillingDraft, field: BillingField) => {
  const problem = useDraft(draft, () => draft.problemOf(field));
  return {
    name: field,
    label: checkoutTexts.fields[field],
    defaultValue: draft.form()[field],
    error: problem && billingHintText(field, problem),
    onBlur: () => draft.check(field),
  };
};

interface BillingTextFieldProps
  extends Pick<ComponentProps<'input'>, 'autoComplete' | 'inputMode' | 'maxLength' | 'type'> {
  readonly draft: BillingDraft;
  readonly field: Exclude<BillingField, 'state'>;
  readonly hint?: string;
  /** What the control shows for a text that was typed after another. */
  readonly format?: (text: string, before: string) => string;
  /** What it shows once it is left. */
  readonly formatLeft?: (text: string) => string;
}

/** One line of the billing address. */
export const BillingTextField = ({ draft, field, format, formatLeft, ...native }: BillingTextFieldProps) => {
  const wiring = useBillingField(draft, field);
  const change = ({ currentTarget: input }: ChangeEvent<HTMLInputElement>) => {
    if (format) reformatInput(input, format(input.value, draft.form()[field]));
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
  return (
    <TextField
      {...native}
      {...wiring}
      aria-required={field !== 'address2'}
      onChange={change}
      onBlur={leave}
    />
  );
};

const stateOptions = usStates.map(({ code, name }) => ({ value: code, label: name }));

/** The state of the billing address. */
export const StateField = ({ draft }: { readonly draft: BillingDraft }) => (
  <SelectField
    {...useBillingField(draft, 'state')}
    options={stateOptions}
    placeholder={checkoutTexts.selectState}
    autoComplete="address-level1"
    aria-required
    onChange={({ currentTarget }) => draft.change('state', currentTarget.value)}
  />
);

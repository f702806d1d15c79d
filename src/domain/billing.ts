import type { BillingAddress } from '#contract/purchases.ts';
import { digitsOf } from './digits.ts';
import { isUsStateCode } from './us-states.ts';
import { isZip } from './zip.ts';

/** The fields of the billing form, in the order of the form. */
export const billingFields = [
  'firstName',
  'lastName',
  'address1',
  'address2',
  'city',
  'state',
  'zip',
  'phone',
] as const;

export type BillingField = (typeof billingFields)[number];

/** What the billing form holds, as typed. */
export type BillingForm = Readonly<Record<BillingField, string>>;

/** The only country that is sold to. */
export const billingCountry = 'US';

/** What is wrong with a field: nothing was given, or it can't be what it should be. */
export type BillingProblem = 'missing' | 'malformed';

export interface BillingFinding {
  readonly field: BillingField;
  readonly problem: BillingProblem;
}

const hasForm: Partial<Record<BillingField, (text: string) => boolean>> = {
  state: isUsStateCode,
  zip: isZip,
  phone: (text) => /^\d{10,11}$/.test(digitsOf(text)),
};

/** What is wrong with the value of one field by the rules of the US, or null. */
export const checkBillingField = (field: BillingField, value: string): BillingProblem | null => {
  const text = value.trim();
  if (text === '') return field === 'address2' ? null : 'missing';
  return (hasForm[field]?.(text) ?? true) ? null : 'malformed';
};

/** All that is wrong with a form, in the order of its fields. */
export const checkBilling = (form: BillingForm): readonly BillingFinding[] =>
  billingFields.flatMap((field) => {
    const problem = checkBillingField(field, form[field]);
    return problem === null ? [] : [{ field, problem }];
  });

/** Whether every required field holds something. */
export const isBillingComplete = (form: BillingForm): boolean =>
  checkBilling(form).every(({ problem }) => problem !== 'missing');

/** A checked form as the store takes it. */
export const toBillingAddress = (form: BillingForm): BillingAddress => ({
  first_name: form.firstName.trim(),
  last_name: form.lastName.trim(),
  address1: form.address1.trim(),
  address2: form.address2.trim(),
  city: form.city.trim(),
  state: form.state.trim().toUpperCase(),
  zip: form.zip.trim(),
  country: billingCountry,
  phone: form.phone.trim(),
});

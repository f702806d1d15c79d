import * as v from 'valibot';
import { withoutControls } from '#contract/characters.ts';
import { type BillingAddress, billingAddressSchema } from '#contract/purchases.ts';
import { digitsOf } from './digits.ts';
import { isUsStateCode } from './us-states.ts';
import { isZip } from './zip.ts';

const { country: _, ...entries } = billingAddressSchema.entries;

export type BillingField = keyof typeof entries;

const isBillingField = (name: string): name is BillingField => name in entries;

/** The fields of the billing form: those of the store's billing address, in its order. The country is not asked for. */
export const billingFields = Object.keys(entries).filter(isBillingField);

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

/** Which addresses a store takes. */
export interface BillingRules {
  /** Whether territories and military addresses count as states. False by default. */
  readonly usTerritories?: boolean;
}

const hasForm: Partial<Record<BillingField, (text: string, rules: BillingRules) => boolean>> = {
  state: (text, { usTerritories }) => isUsStateCode(text, usTerritories),
  zip: isZip,
  phone: (text) => /^\d{10,11}$/.test(digitsOf(text)),
};

/** Whether the store takes no address without this field. */
export const isBillingRequired = (field: BillingField): boolean => entries[field].type !== 'optional';

const formSchema = v.object(v.entriesFromList(billingFields, v.optional(v.string(), '')));

/** A form with what is known, and nothing in its other fields. */
export const createBillingForm = (known: Partial<BillingForm>): BillingForm => v.parse(formSchema, known);

/** What is wrong with the value of one field by the rules of the US, or null. */
export const checkBillingField = (
  field: BillingField,
  value: string,
  rules: BillingRules = {},
): BillingProblem | null => {
  const text = withoutControls(value);
  if (text === '') return isBillingRequired(field) ? 'missing' : null;
  return (hasForm[field]?.(text, rules) ?? true) ? null : 'malformed';
};

/** All that is wrong with a form, in the order of its fields. */
export const checkBilling = (form: BillingForm, rules: BillingRules = {}): readonly BillingFinding[] =>
  billingFields.flatMap((field) => {
    const problem = checkBillingField(field, form[field], rules);
    return problem === null ? [] : [{ field, problem }];
  });

/** The required fields that hold nothing. */
export const findMissingBilling = (form: BillingForm): readonly BillingField[] =>
  checkBilling(form).flatMap(({ field, problem }) => (problem === 'missing' ? [field] : []));

/** Whether every required field holds something. */
export const isBillingComplete = (form: BillingForm): boolean => findMissingBilling(form).length === 0;

// Pasted text may bring control characters, which can't be seen and which the store refuses.
const cleanSchema = v.object(
  v.entriesFromList(billingFields, v.pipe(v.string(), v.transform(withoutControls))),
);

/** A checked form as the store takes it. */
export const toBillingAddress = (form: BillingForm): BillingAddress => {
  const address = v.parse(cleanSchema, form);
  return { ...address, state: address.state.toUpperCase(), country: billingCountry };
};

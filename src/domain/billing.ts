import * as v from 'valibot';
import { withoutControls } from '#contract/characters.ts';
import { type BillingAddress, billingAddressSchema } from '#contract/purchases.ts';
import { narrow } from './digits.ts';
import { checkPhone } from './phone.ts';
import { isUsStateCode } from './us-states.ts';
import { isZip } from './zip.ts';

const { country: _, ...entries } = billingAddressSchema.entries;

export type BillingField = keyof typeof entries;

const isBillingField = (name: string): name is BillingField => name in entries;

/** The form's fields, in the order of `billingAddressSchema`. The form doesn't ask for the country. */
export const billingFields = Object.keys(entries).filter(isBillingField);

export type BillingForm = Readonly<Record<BillingField, string>>;

/** The store sells to US addresses only. */
export const billingCountry = 'US';

export type BillingProblem = 'missing' | 'malformed' | 'foreign';

export interface BillingFinding {
  readonly field: BillingField;
  readonly problem: BillingProblem;
}

export interface BillingRules {
  /** Whether the codes of US territories and military addresses count as states. Default: false. */
  readonly usTerritories?: boolean;
}

const malformedUnless = (hasForm: boolean) => (hasForm ? null : 'malformed');

const checks: Partial<Record<BillingField, (text: string, rules: BillingRules) => BillingProblem | null>> = {
  state: (text, { usTerritories }) => malformedUnless(isUsStateCode(text, usTerritories)),
  zip: (text) => malformedUnless(isZip(text)),
  phone: checkPhone,
};

/** Trims a value and removes control characters. Converts digits to ASCII in the ZIP code and phone. */
const cleaned = (field: BillingField, value: string): string =>
  withoutControls(field === 'zip' || field === 'phone' ? narrow(value) : value);

export const isBillingRequired = (field: BillingField): boolean => entries[field].type !== 'optional';

const formSchema = v.object(v.entriesFromList(billingFields, v.optional(v.string(), '')));

export const createBillingForm = (known: Partial<BillingForm>): BillingForm => v.parse(formSchema, known);

/** Checks one field by US rules. Returns its problem, or null. */
export const checkBillingField = (
  field: BillingField,
  value: string,
  rules: BillingRules = {},
): BillingProblem | null => {
  const text = cleaned(field, value);
  if (text === '') return isBillingRequired(field) ? 'missing' : null;
  return checks[field]?.(text, rules) ?? null;
};

/** Returns all problems of a form, in field order. */
export const checkBilling = (form: BillingForm, rules: BillingRules = {}): readonly BillingFinding[] =>
  billingFields.flatMap((field) => {
    const problem = checkBillingField(field, form[field], rules);
    return problem === null ? [] : [{ field, problem }];
  });

export const findMissingBilling = (form: BillingForm): readonly BillingField[] =>
  checkBilling(form).flatMap(({ field, problem }) => (problem === 'missing' ? [field] : []));

export const isBillingComplete = (form: BillingForm): boolean => findMissingBilling(form).length === 0;

/** Converts a checked form to a request body. Removes control characters, which the store refuses. */
export const toBillingAddress = (form: BillingForm): BillingAddress => {
  const address = v.parse(
    formSchema,
    Object.fromEntries(billingFields.map((field) => [field, cleaned(field, form[field])])),
  );
  return { ...address, state: address.state.toUpperCase(), country: billingCountry };
};

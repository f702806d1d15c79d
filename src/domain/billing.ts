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

/** The fields of the billing form: those of the store's billing address, in its order. The country is not asked for. */
export const billingFields = Object.keys(entries).filter(isBillingField);

/** What the billing form holds, as typed. */
export type BillingForm = Readonly<Record<BillingField, string>>;

/** The only country that is sold to. */
export const billingCountry = 'US';

/** What is wrong with a field: it is empty, it can't be what it should be, or it is of another country. */
export type BillingProblem = 'missing' | 'malformed' | 'foreign';

export interface BillingFinding {
  readonly field: BillingField;
  readonly problem: BillingProblem;
}

/** Which addresses a store takes. */
export interface BillingRules {
  /** Whether territories and military addresses count as states. False by default. */
  readonly usTerritories?: boolean;
}

const malformedUnless = (hasForm: boolean) => (hasForm ? null : 'malformed');

const checks: Partial<Record<BillingField, (text: string, rules: BillingRules) => BillingProblem | null>> = {
  state: (text, { usTerritories }) => malformedUnless(isUsStateCode(text, usTerritories)),
  zip: (text) => malformedUnless(isZip(text)),
  phone: checkPhone,
};

/** The value of a field as it is checked and sent: without control characters, and where digits count, these narrow. */
const cleaned = (field: BillingField, value: string): string =>
  withoutControls(field === 'zip' || field === 'phone' ? narrow(value) : value);

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
  const text = cleaned(field, value);
  if (text === '') return isBillingRequired(field) ? 'missing' : null;
  return checks[field]?.(text, rules) ?? null;
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

/** A checked form as the store takes it: it refuses control characters, which pasted text may bring. */
export const toBillingAddress = (form: BillingForm): BillingAddress => {
  const address = v.parse(
    formSchema,
    Object.fromEntries(billingFields.map((field) => [field, cleaned(field, form[field])])),
  );
  return { ...address, state: address.state.toUpperCase(), country: billingCountry };
};

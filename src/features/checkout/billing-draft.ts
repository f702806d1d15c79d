import {
  type BillingField,
  type BillingFinding,
  type BillingForm,
  type BillingProblem,
  billingFields,
  checkBilling,
  checkBillingField,
  createBillingForm,
  isBillingComplete,
} from '#domain/billing.ts';

/** The pause after the last change of a field before it is checked, in milliseconds. */
const checkDelay = 300;

/**
 * What is typed into one billing form and what is known to be wrong with it. Lives outside React, so that a field
 * renders only when its own problem changes.
 */
export interface BillingDraft {
  /** The form as it stands. */
  form(): BillingForm;
  /** Takes a new value: it is checked after a pause, but a problem that it solves goes at once. */
  change(field: BillingField, value: string): void;
  /** Checks a field now. */
  check(field: BillingField): void;
  /** Checks every field now and gives all that is wrong. */
  submit(): readonly BillingFinding[];
  /** What is shown to be wrong with a field; null while it is right or untouched. */
  problemOf(field: BillingField): BillingProblem | null;
  /** What still stands of the problems of the last submit. The same array until that changes. */
  refusal(): readonly BillingFinding[];
  /** Whether every required field holds something. */
  isComplete(): boolean;
  /** Calls when any of the answers above may have changed; returns the way to stop it. */
  subscribe(listener: () => void): () => void;
  /** Drops the checks that wait. */
  stop(): void;
}

const none: readonly BillingFinding[] = [];

/** Begins a billing form with what is already known of the customer. */
export const createBillingDraft = (known: Partial<BillingForm>): BillingDraft => {
  let form = createBillingForm(known);
  const problems = new Map<BillingField, BillingProblem>();
  const waiting = new Map<BillingField, ReturnType<typeof setTimeout>>();
  const listeners = new Set<() => void>();
  let refusal = none;

  const tell = () => {
    for (const listener of listeners) listener();
  };
  const stopWaiting = (field: BillingField) => {
    clearTimeout(waiting.get(field));
    waiting.delete(field);
  };
  const note = (field: BillingField) => {
    const problem = checkBillingField(field, form[field]);
    if (problem === null) problems.delete(field);
    else problems.set(field, problem);
    if (refusal.some((finding) => finding.field === field && finding.problem !== problem))
      refusal = refusal.flatMap((finding) => {
        if (finding.field !== field) return [finding];
        return problem === null ? [] : [{ field, problem }];
      });
  };
  const check = (field: BillingField) => {
    stopWaiting(field);
    note(field);
    tell();
  };

  return {
    form: () => form,
    check,
    change(field, value) {
      form = { ...form, [field]: value };
      stopWaiting(field);
      if (checkBillingField(field, value) === null) note(field);
      else
        waiting.set(
          field,
          setTimeout(() => check(field), checkDelay),
        );
      tell();
    },
    submit() {
      for (const field of billingFields) {
        stopWaiting(field);
        note(field);
      }
      refusal = checkBilling(form);
      tell();
      return refusal;
    },
    problemOf: (field) => problems.get(field) ?? null,
    refusal: () => refusal,
    isComplete: () => isBillingComplete(form),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop() {
      for (const field of [...waiting.keys()]) stopWaiting(field);
    },
  };
};

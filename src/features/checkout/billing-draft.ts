import { useEffect, useState, useSyncExternalStore } from 'react';
import {
  type BillingField,
  type BillingFinding,
  type BillingForm,
  type BillingProblem,
  type BillingRules,
  billingFields,
  checkBilling,
  checkBillingField,
  createBillingForm,
  findMissingBilling,
} from '#domain/billing.ts';
import { formatBillingPhone } from '#domain/phone.ts';
import { useApp, useCustomer } from '#features/shared/app-context.ts';
import { selectUser } from '#machines/auth.selectors.ts';

/** The pause after the last change of a field before it is checked, in milliseconds. */
const checkDelay = 300;

/**
 * Begins a billing form with what is already known of the customer: what is typed into it and what is known to be wrong
 * with it. Lives outside React, so that a field renders only when its own problem changes.
 *
 * @param keep takes the form after each change
 */
export const createBillingDraft = (
  known: Partial<BillingForm>,
  keep: (form: BillingForm) => void = () => undefined,
  rules: BillingRules = {},
) => {
  let form = createBillingForm(known);
  let missing = findMissingBilling(form);
  let refusal: readonly BillingFinding[] = [];
  const problems = new Map<BillingField, BillingProblem>();
  const waiting = new Map<BillingField, ReturnType<typeof setTimeout>>();
  const listeners = new Set<() => void>();

  const notify = () => {
    for (const listener of listeners) listener();
  };
  const stopWaiting = (field: BillingField) => {
    clearTimeout(waiting.get(field));
    waiting.delete(field);
  };
  const findProblem = (field: BillingField) => checkBillingField(field, form[field], rules);
  /** Returns whether what is shown of the field has changed. */
  const show = (field: BillingField, problem: BillingProblem | null): boolean => {
    const isNew = problem !== (problems.get(field) ?? null);
    if (problem === null) problems.delete(field);
    else problems.set(field, problem);
    const isRefusedOtherwise = refusal.some(
      (finding) => finding.field === field && finding.problem !== problem,
    );
    if (isRefusedOtherwise)
      refusal = refusal.flatMap((finding) => {
        if (finding.field !== field) return [finding];
        return problem === null ? [] : [{ field, problem }];
      });
    return isNew || isRefusedOtherwise;
  };
  const check = (field: BillingField) => {
    stopWaiting(field);
    if (show(field, findProblem(field))) notify();
  };

  return {
    /** The form as it stands. */
    form: () => form,
    /** Checks a field now. */
    check,
    /** Takes a new value: it is checked after a pause, but a problem that it solves goes at once. */
    change(field: BillingField, value: string) {
      const wasMissing = findProblem(field) === 'missing';
      form = { ...form, [field]: value };
      keep(form);
      if (waiting.has(field)) stopWaiting(field);
      const problem = findProblem(field);
      const fillsOrEmpties = wasMissing !== (problem === 'missing');
      if (fillsOrEmpties) missing = findMissingBilling(form);
      if (problem !== null)
        waiting.set(
          field,
          setTimeout(() => check(field), checkDelay),
        );
      const isShownAnew = problem === null && show(field, problem);
      if (fillsOrEmpties || isShownAnew) notify();
    },
    /** Checks every field now and gives all that is wrong. */
    submit() {
      for (const field of billingFields) {
        stopWaiting(field);
        show(field, findProblem(field));
      }
      refusal = checkBilling(form, rules);
      notify();
      return refusal;
    },
    /** What is shown to be wrong with a field; null while it is right or untouched. */
    problemOf: (field: BillingField) => problems.get(field) ?? null,
    /** What still stands of the problems of the last submit. The same array until that changes. */
    refusal: () => refusal,
    /** The required fields that hold nothing. The same array until that changes. */
    missing: () => missing,
    /** Whether every required field holds something. */
    isComplete: () => missing.length === 0,
    /** Calls when an answer other than the form itself may have changed; returns the way to stop it. */
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Drops the checks that wait. */
    stop() {
      for (const field of [...waiting.keys()]) stopWaiting(field);
    },
  };
};

export type BillingDraft = ReturnType<typeof createBillingDraft>;

/** The draft of one open form, begun with what this session typed before, or else with the customer's own name and phone. */
export const useBillingDraft = (): BillingDraft => {
  const { auth, usTerritories } = useApp();
  const { billing, checkout } = useCustomer();
  const [draft] = useState(() => {
    const user = selectUser(auth.getSnapshot());
    const own = {
      first_name: user?.firstName ?? '',
      last_name: user?.lastName ?? '',
      phone: formatBillingPhone(user?.phone ?? ''),
    };
    const keep = (form: BillingForm) => {
      billing.keep(form);
      checkout.send({ type: 'form.edited' });
    };
    return createBillingDraft(billing.read() ?? own, keep, { usTerritories });
  });
  useEffect(() => draft.stop, [draft]);
  return draft;
};

/** One answer of a draft, which must be the same value until it changes; renders again only then. */
export const useDraft = <Selected>(draft: BillingDraft, select: () => Selected): Selected =>
  useSyncExternalStore(draft.subscribe, select);

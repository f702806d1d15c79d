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
import { useLazyPurchase } from '#features/shared/lazy-purchase.ts';
import { selectUser } from '#machines/account/auth.selectors.ts';

/** Milliseconds without a change before a field is checked. */
const checkDelay = 300;

/** Lives outside React, so that a field renders only when its own error changes. */
export const createBillingDraft = (
  known: Partial<BillingForm>,
  keep: (form: BillingForm) => void = () => undefined,
  rules: BillingRules = {},
) => {
  let form = createBillingForm(known);
  let missing = findMissingBilling(form);
  let fills = 0;
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
  /** Returns whether the field's shown error changed. */
  const show = (field: BillingField, problem: BillingProblem | null): boolean => {
    const isNew = problem !== (problems.get(field) ?? null);
    if (problem === null) problems.delete(field);
    else problems.set(field, problem);
    const hasOtherProblem = refusal.some((finding) => finding.field === field && finding.problem !== problem);
    if (hasOtherProblem)
      refusal = refusal.flatMap((finding) => {
        if (finding.field !== field) return [finding];
        return problem === null ? [] : [{ field, problem }];
      });
    return isNew || hasOtherProblem;
  };
  const check = (field: BillingField) => {
    stopWaiting(field);
    if (show(field, findProblem(field))) notify();
  };

  return {
    form: () => form,
    check,
    /** Replaces the values that the customer hasn't typed yet. */
    fill(known: Partial<BillingForm>) {
      form = createBillingForm({ ...form, ...known });
      missing = findMissingBilling(form);
      fills += 1;
      notify();
    },
    /** How often the values were replaced. */
    fills: () => fills,
    /** Sets a value. The field is checked after a pause, but a fixed error disappears at once. */
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
      const isNewlyShown = problem === null && show(field, problem);
      if (fillsOrEmpties || isNewlyShown) notify();
    },
    submit() {
      for (const field of billingFields) {
        stopWaiting(field);
        show(field, findProblem(field));
      }
      refusal = checkBilling(form, rules);
      notify();
      return refusal;
    },
    /** The field's shown error; null if it is valid or untouched. */
    problemOf: (field: BillingField) => problems.get(field) ?? null,
    /** The remaining errors of the last submit. The same array until they change. */
    refusal: () => refusal,
    /** The empty required fields. The same array until they change. */
    missing: () => missing,
    isComplete: () => missing.length === 0,
    /** Calls back when anything but the values may have changed. Returns a function that unsubscribes. */
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop() {
      for (const field of [...waiting.keys()]) stopWaiting(field);
    },
  };
};

export type BillingDraft = ReturnType<typeof createBillingDraft>;

/** The open form's draft. It starts with this session's last values, or the customer's name and phone. */
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
  useLastAddress(draft);
  return draft;
};

/** Fills the form with the address of the last purchase, unless the customer has begun to type. */
const useLastAddress = (draft: BillingDraft): void => {
  const { billing } = useCustomer();
  const parts = useLazyPurchase();
  useEffect(() => {
    if (parts === null || billing.read() !== null) return undefined;
    let isOpen = true;
    void parts.readBillingAddress().then((address) => {
      if (!isOpen || address === null || billing.read() !== null || isTyping()) return;
      const { country: _, address2 = '', phone, ...known } = address;
      draft.fill({ ...known, address2, phone: formatBillingPhone(phone) });
    });
    return () => {
      isOpen = false;
    };
  }, [parts, billing, draft]);
};

const isTyping = (): boolean => document.activeElement?.matches('input, select') ?? false;

/** Selects from a draft. `select` must return the same value until it changes. */
export const useDraft = <Selected>(draft: BillingDraft, select: () => Selected): Selected =>
  useSyncExternalStore(draft.subscribe, select);

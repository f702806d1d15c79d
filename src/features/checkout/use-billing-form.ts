import { useEffect, useState } from 'react';
import type { BillingAddress } from '#contract/purchases.ts';
import { type BillingField, type BillingForm, checkBilling, createBillingForm } from '#domain/billing.ts';
import { formatBillingPhone } from '#domain/phone.ts';
import { type LazyPurchase, useApp, useCustomer } from '#features/shared/app-context.ts';
import { type Form, useForm } from '#features/shared/use-form.ts';
import { selectUser } from '#machines/account/auth.selectors.ts';
import { billingHintText, checkoutTexts } from '#texts/checkout.ts';

/** Creates the billing form. Prefills this session's last values, or the customer's name and phone. */
export const useBillingForm = (submit: (form: BillingForm) => void): Form<BillingField> => {
  const { auth, usTerritories } = useApp();
  const { billing, checkout } = useCustomer();
  const user = selectUser(auth.getSnapshot());
  const own = {
    first_name: user?.firstName ?? '',
    last_name: user?.lastName ?? '',
    phone: formatBillingPhone(user?.phone ?? ''),
  };
  return useForm({
    initial: createBillingForm(billing.read() ?? own),
    labels: checkoutTexts.fields,
    check: (values) =>
      Object.fromEntries(
        checkBilling(values, { usTerritories }).map(({ field, problem }) => [
          field,
          billingHintText(field, problem),
        ]),
      ),
    onEdit(values) {
      billing.keep(values);
      checkout.send({ type: 'form.edited' });
    },
    submit,
  });
};

/**
 * Prefills the last purchase's address, unless the customer has started typing. Shows what is wrong with a
 * known address. Returns whether the address is known, or that there is none.
 */
export const useKnownAddress = (form: Form<BillingField>, parts: LazyPurchase | null): boolean => {
  const { usTerritories } = useApp();
  const { billing } = useCustomer();
  const [isKnown, setIsKnown] = useState(false);
  const { ref } = form.props;
  useEffect(() => {
    const end = () => {
      setIsKnown(true);
      if (form.values().address1 === '' || isTyping()) return;
      for (const { field } of checkBilling(form.values(), { usTerritories })) form.check(field);
    };
    if (billing.read() !== null) end();
    else
      void parts?.readBillingAddress().then((address) => {
        if (ref.current === null) return;
        if (address !== null && billing.read() === null && !isTyping()) fill(ref.current, address);
        end();
      });
  }, [parts, billing, form, ref, usTerritories]);
  return isKnown;
};

const fill = (form: HTMLFormElement, address: BillingAddress): void => {
  const phone = formatBillingPhone(address.phone);
  for (const [name, value] of Object.entries({ ...address, phone })) {
    const control = form.elements.namedItem(name);
    if (control && 'value' in control) control.value = value ?? '';
  }
  // Makes the form read the new values.
  form.dispatchEvent(new Event('input'));
};

const isTyping = (): boolean => document.activeElement?.matches('input, select') ?? false;

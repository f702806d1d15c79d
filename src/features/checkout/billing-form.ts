import { useEffect } from 'react';
import { type BillingField, type BillingForm, checkBilling, createBillingForm } from '#domain/billing.ts';
import { formatBillingPhone } from '#domain/phone.ts';
import { useApp, useCustomer } from '#features/shared/app-context.ts';
import { useLazyPurchase } from '#features/shared/lazy-purchase.ts';
import { type Form, useForm } from '#features/shared/use-form.ts';
import { selectUser } from '#machines/account/auth.selectors.ts';
import { billingHintText, checkoutTexts } from '#texts/checkout.ts';

/** The billing address. It starts with this session's last values, or the customer's name and phone. */
export const useBillingForm = (submit: (form: BillingForm) => void): Form<BillingField> => {
  const { auth, usTerritories } = useApp();
  const { billing, checkout } = useCustomer();
  const user = selectUser(auth.getSnapshot());
  const own = {
    first_name: user?.firstName ?? '',
    last_name: user?.lastName ?? '',
    phone: formatBillingPhone(user?.phone ?? ''),
  };
  const form = useForm({
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
  useLastAddress(form);
  return form;
};

/** Fills the form with the address of the last purchase, unless the customer has begun to type. */
const useLastAddress = ({ props: { ref } }: Form<BillingField>): void => {
  const { billing } = useCustomer();
  const parts = useLazyPurchase();
  useEffect(() => {
    if (parts === null || billing.read() !== null) return;
    void parts.readBillingAddress().then((address) => {
      if (ref.current === null || address === null || billing.read() !== null || isTyping()) return;
      const phone = formatBillingPhone(address.phone);
      for (const [name, value] of Object.entries({ ...address, phone })) {
        const control = ref.current.elements.namedItem(name);
        if (control && 'value' in control) control.value = value ?? '';
      }
      // The form takes over the values.
      ref.current.dispatchEvent(new Event('input'));
    });
  }, [parts, billing, ref]);
};

const isTyping = (): boolean => document.activeElement?.matches('input, select') ?? false;

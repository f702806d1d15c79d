import { memo } from 'react';
import { billingMaxLength } from '#contract/purchases.ts';
import { billingCountry } from '#domain/billing.ts';
import { formatBillingPhone } from '#domain/billing-phone.ts';
import { formatTypedZip, formatZip, zipMaxLength } from '#domain/zip.ts';
import { checkoutTexts } from '#texts/checkout.ts';
import { TextField } from '#ui/TextField.tsx';
import type { BillingDraft } from './billing-draft.ts';
import { BillingTextField, StateField } from './billing-field.tsx';
import * as styles from './checkout.css.ts';

/** The billing address. Renders once; each field follows its own problem. */
export const BillingFields = memo(({ draft }: { readonly draft: BillingDraft }) => (
  <fieldset className={styles.fields}>
    <legend className={styles.legend}>{checkoutTexts.billing}</legend>
    <BillingTextField
      draft={draft}
      field="firstName"
      autoComplete="given-name"
      maxLength={billingMaxLength.first_name}
    />
    <BillingTextField
      draft={draft}
      field="lastName"
      autoComplete="family-name"
      maxLength={billingMaxLength.last_name}
    />
    <BillingTextField
      draft={draft}
      field="address1"
      autoComplete="address-line1"
      maxLength={billingMaxLength.address1}
    />
    <BillingTextField
      draft={draft}
      field="address2"
      hint={checkoutTexts.optional}
      autoComplete="address-line2"
      maxLength={billingMaxLength.address2}
    />
    <BillingTextField
      draft={draft}
      field="city"
      autoComplete="address-level2"
      maxLength={billingMaxLength.city}
    />
    <StateField draft={draft} />
    <BillingTextField
      draft={draft}
      field="zip"
      autoComplete="postal-code"
      inputMode="numeric"
      maxLength={zipMaxLength}
      format={formatTypedZip}
      formatLeft={formatZip}
    />
    <BillingTextField
      draft={draft}
      field="phone"
      type="tel"
      autoComplete="tel"
      maxLength={billingMaxLength.phone}
      format={formatBillingPhone}
    />
    <TextField label={checkoutTexts.country} value={billingCountry} autoComplete="country" readOnly />
  </fieldset>
));

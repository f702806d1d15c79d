import type { CardField } from '#machines/checkout.types.ts';
import type { CollectOptions, FieldStyles } from './collect-js.ts';
import { hostId } from './hosts.ts';

/** Milliseconds that the gateway may take for a token. Longer than the checkout waits, who then mounts anew. */
export const gatewayLimit = 35_000;

const placeholders: Readonly<Record<CardField, string>> = {
  ccnumber: '0000 0000 0000 0000',
  ccexp: 'MM / YY',
  cvv: '123',
};

export type FieldLabels = Readonly<Record<CardField, string>>;

type Callbacks = Pick<
  CollectOptions,
  'callback' | 'validationCallback' | 'fieldsAvailableCallback' | 'timeoutCallback'
>;

/** The gateway's options for three inline fields in the adapter's hosts. */
export const collectOptions = (
  labels: FieldLabels,
  styles: FieldStyles,
  callbacks: Callbacks,
): CollectOptions => {
  const fieldOptions = (field: CardField) => ({
    selector: `#${hostId(field)}`,
    title: labels[field],
    placeholder: placeholders[field],
  });
  return {
    variant: 'inline',
    styleSniffer: 'false',
    timeoutDuration: gatewayLimit,
    ...styles,
    ...callbacks,
    fields: {
      ccnumber: fieldOptions('ccnumber'),
      ccexp: fieldOptions('ccexp'),
      cvv: { ...fieldOptions('cvv'), display: 'required' },
    },
  };
};

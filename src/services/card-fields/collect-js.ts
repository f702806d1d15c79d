import * as v from 'valibot';
import type { CardField } from '#machines/purchase/checkout.types.ts';
import { checkoutTexts } from '#texts/checkout.ts';

export const cardFields = ['number', 'expiry', 'code'] as const satisfies readonly CardField[];

/** Collect.js's names for the card fields. */
const gatewayNames = { number: 'ccnumber', expiry: 'ccexp', code: 'cvv' } as const;

/** Returns the id of the element in which Collect.js puts the field's iframe. */
export const elementId = (field: CardField): string => `coffer-${gatewayNames[field]}`;

/** Id of the hidden element that is Collect.js's pay button. Clicking it would start a second payment. */
export const startElementId = 'coffer-start';

/** Collect.js's timeout in ms. Shorter than those of the adapter and the checkout machine. */
export const gatewayLimit = 25_000;

type InputState = 'custom' | 'valid' | 'invalid' | 'placeholder' | 'focus';

/** Styles for the inputs inside the iframes, where the page's styles don't apply. */
export type FieldStyles = Readonly<Partial<Record<`${InputState}Css`, Readonly<Record<string, string>>>>>;

interface CollectCallbacks {
  readonly callback: (response: unknown) => void;
  readonly validationCallback: (field: unknown, valid: unknown, message: unknown) => void;
  /** Collect.js may not call this after the page's first `configure`. */
  readonly fieldsAvailableCallback: () => void;
  readonly timeoutCallback: () => void;
}

/** The part of NMI's Collect.js API that we use (docs.nmi.com). */
export interface CollectJs {
  configure(options: CollectOptions): void;
  startPaymentRequest(): void;
}

export const asCollectJs = (value: unknown): CollectJs | null => {
  if (typeof value !== 'object' || value === null) return null;
  if (!('configure' in value) || !('startPaymentRequest' in value)) return null;
  const { configure, startPaymentRequest } = value;
  if (typeof configure !== 'function' || typeof startPaymentRequest !== 'function') return null;
  return {
    configure: (options) => void configure.call(value, options),
    startPaymentRequest: () => void startPaymentRequest.call(value),
  };
};

/** Returns the options for `configure`. Collect.js rejects unknown options. */
export const collectOptions = (styles: FieldStyles, callbacks: CollectCallbacks) => {
  const fieldOptions = (field: CardField, placeholder: string) => ({
    selector: `#${elementId(field)}`,
    title: checkoutTexts.cardFields[field],
    placeholder,
  });
  return {
    variant: 'inline',
    /** Collect.js may never call back without a pay button. */
    paymentSelector: `#${startElementId}`,
    /** Prevents Collect.js from copying the styles of the page's inputs. */
    styleSniffer: 'false',
    /** Milliseconds before `timeoutCallback`. */
    timeoutDuration: gatewayLimit,
    ...styles,
    ...callbacks,
    fields: {
      ccnumber: fieldOptions('number', '0000 0000 0000 0000'),
      ccexp: fieldOptions('expiry', 'MM / YY'),
      cvv: { ...fieldOptions('code', '123'), display: 'required' },
    },
  };
};

export type CollectOptions = ReturnType<typeof collectOptions>;

const validationSchema = v.tuple([v.string(), v.boolean(), v.nullish(v.string(), '')]);

/** Reads the arguments of `validationCallback`. Returns null for an unknown field. */
export const readValidation = (...args: readonly unknown[]) => {
  const validation = v.safeParse(validationSchema, args);
  if (!validation.success) return null;
  const [name, valid, message] = validation.output;
  const field = cardFields.find((known) => gatewayNames[known] === name);
  return field === undefined ? null : { field, state: { valid, message: valid ? '' : message } };
};

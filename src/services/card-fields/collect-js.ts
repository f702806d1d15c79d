import * as v from 'valibot';
import type { CardField, CardFieldState } from '#machines/checkout.types.ts';

/** The card fields, by the names that Collect.js has for them. */
export const cardFields = ['ccnumber', 'ccexp', 'cvv'] as const satisfies readonly CardField[];

/** The id of the element that the iframe of a field goes into. */
export const elementId = (field: CardField): string => `coffer-${field}`;

/** The id of the hidden element that the script takes for the button that pays. Clicking it would start a second payment. */
export const startElementId = 'coffer-start';

/** Milliseconds that the gateway's script may take for a token. It ends first: before the adapter, before the checkout. */
export const gatewayLimit = 25_000;

const placeholders: Readonly<Record<CardField, string>> = {
  ccnumber: '0000 0000 0000 0000',
  ccexp: 'MM / YY',
  cvv: '123',
};

/** The accessible names of the gateway's iframes. */
export type FieldLabels = Readonly<Record<CardField, string>>;

/** CSS properties and their values, for the inputs inside the gateway's iframes. */
type FieldStyle = Readonly<Record<string, string>>;

type InputState = 'custom' | 'valid' | 'invalid' | 'placeholder' | 'focus';

/** How the gateway's inputs look; the page's own styles don't reach them. */
export type FieldStyles = Readonly<Partial<Record<`${InputState}Css`, FieldStyle>>>;

interface FieldOptions {
  /** Where its iframe goes. */
  readonly selector: string;
  /** The iframe's accessible name. */
  readonly title: string;
  readonly placeholder: string;
  readonly display?: 'show' | 'hide' | 'required';
}

/** The options of `configure` that are used here. The gateway rejects any that it does not know. */
export interface CollectOptions extends FieldStyles {
  readonly variant: 'inline';
  /** What starts a payment with a click. Without one, a start from code may never call back. */
  readonly paymentSelector: string;
  /** `'false'`, or the script reads the look of the page's own inputs. */
  readonly styleSniffer: 'false';
  /** Milliseconds for a token, before `timeoutCallback`. */
  readonly timeoutDuration: number;
  readonly timeoutCallback: () => void;
  /** May not come after the first `configure` of a page. */
  readonly fieldsAvailableCallback: () => void;
  readonly validationCallback: (field: unknown, valid: unknown, message: unknown) => void;
  readonly callback: (response: unknown) => void;
  readonly fields: Readonly<Record<CardField, FieldOptions>>;
}

/** The global of NMI's Collect.js (docs.nmi.com), as far as it is used here. */
export interface CollectJs {
  configure(options: CollectOptions): void;
  startPaymentRequest(): void;
}

/** The gateway's global, if that is what it is. */
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

/** The options for three inline fields in the adapter's elements. */
export const collectOptions = (
  labels: FieldLabels,
  styles: FieldStyles,
  callbacks: Pick<
    CollectOptions,
    'callback' | 'validationCallback' | 'fieldsAvailableCallback' | 'timeoutCallback'
  >,
): CollectOptions => {
  const fieldOptions = (field: CardField) => ({
    selector: `#${elementId(field)}`,
    title: labels[field],
    placeholder: placeholders[field],
  });
  return {
    variant: 'inline',
    paymentSelector: `#${startElementId}`,
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

const validationSchema = v.tuple([v.picklist(cardFields), v.boolean(), v.nullish(v.string(), '')]);

/** The arguments of `validationCallback`, read; null when they are about no field that is known here. */
export const readValidation = (
  ...args: readonly unknown[]
): { readonly field: CardField; readonly state: CardFieldState } | null => {
  const validation = v.safeParse(validationSchema, args);
  if (!validation.success) return null;
  const [field, valid, message] = validation.output;
  return { field, state: { valid, message: valid ? '' : message } };
};

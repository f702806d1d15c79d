import type { CardField } from '#machines/checkout.types.ts';

/** CSS properties and their values, for the inputs inside the gateway's iframes. */
export type FieldStyle = Readonly<Record<string, string>>;

/** How the gateway's inputs look; the page's own styles don't reach them. */
export interface FieldStyles {
  readonly customCss?: FieldStyle;
  readonly validCss?: FieldStyle;
  readonly invalidCss?: FieldStyle;
  readonly placeholderCss?: FieldStyle;
  readonly focusCss?: FieldStyle;
}

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

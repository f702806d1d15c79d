import type { CheckoutEmitted } from '#machines/checkout.types.ts';
import type { Toasts } from '#services/toasts/index.ts';
import { checkoutFailureText } from '#texts/checkout.ts';
import { notices } from '#texts/notices.ts';

/** Says in toasts what the checkout reports; a failure also goes to the console. */
export const reportCheckout =
  (toasts: Toasts) =>
  (event: CheckoutEmitted): void => {
    if (event.type === 'purchased') toasts.success(notices.paymentProcessed);
    if (event.type === 'payment.failed') {
      const text = checkoutFailureText(event.failure);
      console.error(`Payment: ${text}`);
      toasts.error(text);
    }
  };

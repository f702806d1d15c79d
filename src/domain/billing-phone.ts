import { digitsOf } from './digits.ts';
import { formatPhone } from './phone.ts';

/** Ten digits, also behind the country's 1, as (555) 123-4567. Anything else stays as it was typed. */
export const formatBillingPhone = (text: string): string =>
  /^(\d{10}|1\d{10})$/.test(digitsOf(text)) ? formatPhone(text) : text;

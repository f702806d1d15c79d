import { digitsOf } from './digits.ts';
import { formatPhone } from './phone.ts';

/** Ten digits, also behind the country's 1, as (555) 123-4567. Anything else stays as it was typed. */
export const formatBillingPhone = (text: string): string => {
  const digits = digitsOf(text);
  const national = digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
  return national.length === 10 ? formatPhone(national) : text;
};

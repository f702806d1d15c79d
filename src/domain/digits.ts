/** The digits 0 to 9 of a text, in order. */
export const digitsOf = (text: string): string => text.replace(/\D/g, '');

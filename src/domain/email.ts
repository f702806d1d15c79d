/** Returns whether text looks like an email. The check is loose: the identity service has the last word. */
export const mayBeEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);

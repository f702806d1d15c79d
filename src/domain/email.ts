/** Returns whether text looks like an email address. The check is loose; the identity service decides. */
export const mayBeEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);

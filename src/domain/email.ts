/** Whether a text may be an email address. Whether a service takes it is for the service to say. */
export const mayBeEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);

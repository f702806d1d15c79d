import { parse } from 'bowser';

/**
 * A device in words, such as "Chrome on Windows", from the name that the identity library gave it, which is the user
 * agent of its browser. A name that is none stays as it is.
 */
export const describeDevice = (name: string): string => {
  if (!name.includes('/')) return name;
  const { browser, os } = parse(name);
  if (!browser.name) return name;
  return os.name ? `${browser.name} on ${os.name}` : browser.name;
};

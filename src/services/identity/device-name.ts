import { parse } from 'bowser';

/** Converts a user agent to a name such as "Chrome on Windows". Returns other names unchanged. */
export const describeDevice = (name: string): string => {
  if (!name.includes('/')) return name;
  const { browser, os } = parse(name);
  if (!browser.name) return name;
  return os.name ? `${browser.name} on ${os.name}` : browser.name;
};

/** The address as a URL, as the browser reads it; null when it is none. */
export const parseUrl = (address: string, base?: string): URL | null => {
  // Safari 16 has no `URL.canParse`.
  try {
    return new URL(address, base);
  } catch {
    return null;
  }
};

/** Parses a URL. Returns null if the address isn't a URL. */
export const parseUrl = (address: string, base?: string): URL | null => {
  // Safari 16 has no `URL.canParse`.
  try {
    return new URL(address, base);
  } catch {
    return null;
  }
};

/** Browsers read the file after the press that asked for it; then its memory can be given back. In milliseconds. */
const urlLifetime = 10_000;

/** Hands a file to the browser to be saved. */
export const saveFile = (name: string, type: string, parts: readonly string[]): void => {
  const url = URL.createObjectURL(new Blob([...parts], { type }));
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), urlLifetime);
};

/** Hands a file to the browser to save. Safari reads it when the user allows the download: its address lives as long as the page. */
export const saveFile = (name: string, type: string, parts: readonly string[]): void => {
  const url = URL.createObjectURL(new Blob([...parts], { type }));
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
};

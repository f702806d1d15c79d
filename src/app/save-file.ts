/** Never revokes the URL: Safari reads the file only once the user allows the download. */
export const saveFile = (name: string, type: string, parts: readonly string[]): void => {
  const url = URL.createObjectURL(new Blob([...parts], { type }));
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
};

export const fileOfferTexts = {
  title: "This app can't save files",
  hint: 'Open this page in Safari, Chrome or another browser to download the file. You can also share it or copy its text here.',
  share: 'Share file',
  copy: 'Copy text',
  text: 'Text of the file',
} as const;

interface FontconfigOptions {
  /** A configuration that this one adds to. */
  readonly base?: string;
  /** Where fonts are. */
  readonly folders: readonly string[];
  /** Where fontconfig may keep what it has read of them. */
  readonly cache: string;
}

/** The text of a fontconfig (fonts.conf). A base that is not there adds nothing. */
export const fontconfig = ({ base, folders, cache }: FontconfigOptions): string => {
  const lines = [
    '<?xml version="1.0"?>',
    '<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">',
    '<fontconfig>',
    ...(base === undefined ? [] : [`  <include ignore_missing="yes">${inXml(base)}</include>`]),
    ...folders.map((folder) => `  <dir>${inXml(folder)}</dir>`),
    `  <cachedir>${inXml(cache)}</cachedir>`,
    '</fontconfig>',
  ];
  return `${lines.join('\n')}\n`;
};

const inXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

interface FontconfigOptions {
  /** An existing configuration to include; ignored if the file is missing. */
  readonly base?: string;
  readonly folders: readonly string[];
  readonly cache: string;
}

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

/** How a package is recommended: two descriptions are marks of their own, any other is plain text. */
export type PackageLabel = 'popular' | 'best-value' | 'plain' | 'none';

/** The label that a package's description stands for. */
export const readPackageLabel = (description: string): PackageLabel => {
  const text = description.trim();
  if (text === '') return 'none';
  if (text === 'POPULAR') return 'popular';
  return text === 'BEST VALUE' ? 'best-value' : 'plain';
};

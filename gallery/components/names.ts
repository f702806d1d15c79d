/** The components that are shown by themselves, each at `/gallery?show=ui.<name>`. */
export const componentNames = [
  'Badge',
  'Banner',
  'BrandMark',
  'Button',
  'Card',
  'Checklist',
  'CodeField',
  'Dialog',
  'Field',
  'Link',
  'Pager',
  'PasswordField',
  'Region',
  'RetryBanner',
  'SegmentedControl',
  'SelectField',
  'Skeleton',
  'Spinner',
  'Table',
  'TextField',
  'ThemeSwitch',
  'Toast',
  'VisuallyHidden',
] as const;

export type ComponentName = (typeof componentNames)[number];

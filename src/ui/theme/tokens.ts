/** The colours of one theme. Every `on…` is the text for the surface it names; each pair is checked for contrast. */
type Palette = {
  readonly canvas: string;
  readonly surface: string;
  readonly sunken: string;
  readonly text: string;
  readonly textMuted: string;
  /** Decorative lines. Never the only sign of a control. */
  readonly line: string;
  /** The outline of a control, at least 3:1 on every surface. */
  readonly controlLine: string;
  readonly focus: string;
  readonly accent: string;
  readonly accentHover: string;
  readonly onAccent: string;
  /** Coins, rules and highlights. */
  readonly brass: string;
  readonly brassText: string;
  readonly danger: string;
  readonly dangerHover: string;
  readonly onDanger: string;
  readonly dangerText: string;
  readonly dangerSurface: string;
  readonly successText: string;
  readonly successSurface: string;
  readonly warningText: string;
  readonly warningSurface: string;
  readonly infoText: string;
  readonly infoSurface: string;
  readonly tierGold: string;
  readonly tierSilver: string;
  readonly tierBronze: string;
  /** The deep green of the vault door beside the account screens. */
  readonly vault: string;
  readonly onVault: string;
  readonly vaultLine: string;
  readonly backdrop: string;
};

const light: Palette = {
  canvas: '#f5f3ec',
  surface: '#fffefb',
  sunken: '#ecebe2',
  text: '#15211b',
  textMuted: '#4f5d55',
  line: '#d9d8cc',
  controlLine: '#767f78',
  focus: '#8a6100',
  accent: '#12513a',
  accentHover: '#0c3d2b',
  onAccent: '#fbfaf4',
  brass: '#a97d1f',
  brassText: '#7a5604',
  danger: '#a32a22',
  dangerHover: '#86201a',
  onDanger: '#fffaf8',
  dangerText: '#9a241c',
  dangerSurface: '#fbe9e6',
  successText: '#125c36',
  successSurface: '#e2f1e6',
  warningText: '#704b00',
  warningSurface: '#faefd0',
  infoText: '#1d4d73',
  infoSurface: '#e4eef6',
  tierGold: '#a97d1f',
  tierSilver: '#7a848a',
  tierBronze: '#a2643a',
  vault: '#0f3f2d',
  onVault: '#f4ecd6',
  vaultLine: 'rgb(214 178 94 / 0.16)',
  backdrop: 'rgb(12 24 18 / 0.55)',
};

const dark: Palette = {
  canvas: '#0d1411',
  surface: '#151e1a',
  sunken: '#1d2823',
  text: '#e9efe9',
  textMuted: '#a6b3ab',
  line: '#2c3832',
  controlLine: '#78877e',
  focus: '#e4bd63',
  accent: '#79c9a1',
  accentHover: '#93d9b5',
  onAccent: '#0a1a12',
  brass: '#cfa54a',
  brassText: '#dfba6b',
  danger: '#f09a8f',
  dangerHover: '#f6b3aa',
  onDanger: '#2a0a07',
  dangerText: '#f5a79d',
  dangerSurface: '#371a17',
  successText: '#8bd6ad',
  successSurface: '#142d20',
  warningText: '#e8c573',
  warningSurface: '#33280e',
  infoText: '#9cc7ea',
  infoSurface: '#142736',
  tierGold: '#d9b154',
  tierSilver: '#aab4ba',
  tierBronze: '#cf8f62',
  vault: '#0a2018',
  onVault: '#f1e8d0',
  vaultLine: 'rgb(214 178 94 / 0.16)',
  backdrop: 'rgb(0 0 0 / 0.65)',
};

/** The whole look in one object: the contract, both themes and the sprinkles are made from it. */
export const tokens = {
  palettes: { light, dark },
  scale: {
    space: {
      none: '0',
      xxs: '0.25rem',
      xs: '0.5rem',
      sm: '0.75rem',
      md: '1rem',
      lg: '1.5rem',
      xl: '2rem',
      xxl: '3rem',
      xxxl: '4.5rem',
    },
    font: {
      body: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif',
      display: 'ui-serif, "Iowan Old Style", "Palatino Linotype", Palatino, Georgia, "Noto Serif", serif',
      mono: 'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "Liberation Mono", monospace',
    },
    text: {
      xs: '0.8125rem',
      sm: '0.875rem',
      md: '1rem',
      lg: '1.125rem',
      xl: '1.375rem',
      xxl: 'clamp(1.625rem, 1.45rem + 0.9vw, 2rem)',
      display: 'clamp(2.5rem, 2rem + 2.6vw, 3.75rem)',
    },
    leading: { tight: '1.2', normal: '1.5' },
    weight: { normal: '400', medium: '550', strong: '650' },
    radius: { sm: '4px', md: '8px', lg: '14px', full: '999px' },
    shadow: {
      raised: '0 1px 2px rgb(15 30 22 / 0.08), 0 6px 20px rgb(15 30 22 / 0.07)',
      floating: '0 4px 12px rgb(8 18 13 / 0.16), 0 18px 48px rgb(8 18 13 / 0.22)',
    },
    motion: { quick: '120ms cubic-bezier(0.2, 0, 0, 1)', calm: '240ms cubic-bezier(0.2, 0, 0, 1)' },
    /** The least height of what is pressed. */
    target: { small: '2rem', control: '2.75rem' },
    measure: { form: '27rem', prose: '40rem', page: '72rem' },
  },
  /** Where a layout widens. Media queries cannot read variables, so these stand apart from the scale. */
  breakpoints: { tablet: '(min-width: 40rem)', desktop: '(min-width: 60rem)' },
} as const;

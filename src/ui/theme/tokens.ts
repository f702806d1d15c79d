import { breakpoints } from './breakpoints.ts';
import { canvas } from './chosen-theme.ts';

/** Each `on…` color is for text on the surface that it names. A test checks the contrast of each pair. */
const light = {
  canvas: canvas.light,
  surface: '#ffffff',
  sunken: '#eeede5',
  text: '#14201a',
  textMuted: '#53615a',
  /** Color of decorative lines. Don't use it as a control's only boundary. */
  line: '#e2e0d6',
  /** Color of a control's outline, with a contrast of at least 3:1 on every surface. */
  controlLine: '#7b857f',
  focus: '#8a6100',
  accent: '#0f5a3f',
  accentHover: '#0a442f',
  onAccent: '#ffffff',
  accentSurface: '#e4f0e9',
  brass: '#a97d1f',
  brassText: '#7a5604',
  dangerText: '#9a241c',
  dangerSurface: '#fbeae7',
  successText: '#125c36',
  successSurface: '#e3f2e8',
  warningText: '#704b00',
  warningSurface: '#faf0d4',
  infoText: '#1d4d73',
  infoSurface: '#e5eff7',
  /** Dark green background next to the account screens and behind the balance. */
  vault: '#0d3b2a',
  onVault: '#faf5e6',
  onVaultMuted: '#b5cabd',
  /** Color of icons and fine lines on `vault`. */
  vaultBrass: '#dcb864',
  backdrop: 'rgb(12 24 18 / 0.5)',
  /** Color of `canvas` under `backdrop`. */
  canvasShaded: '#818781',
};

const dark: Readonly<Record<keyof typeof light, string>> = {
  canvas: canvas.dark,
  surface: '#131b17',
  sunken: '#1b2520',
  text: '#e8eee9',
  textMuted: '#a3b1a9',
  line: '#26322c',
  controlLine: '#76857c',
  focus: '#e4bd63',
  accent: '#79cda3',
  accentHover: '#96ddb8',
  onAccent: '#08170f',
  accentSurface: '#183026',
  brass: '#cfa54a',
  brassText: '#dfba6b',
  dangerText: '#f5a79d',
  dangerSurface: '#341916',
  successText: '#8bd6ad',
  successSurface: '#132c1f',
  warningText: '#e8c573',
  warningSurface: '#31270f',
  infoText: '#9cc7ea',
  infoSurface: '#142735',
  vault: '#0f3124',
  onVault: '#f6efdc',
  onVaultMuted: '#a9c1b3',
  vaultBrass: '#dcb864',
  backdrop: 'rgb(0 0 0 / 0.6)',
  canvasShaded: '#040706',
};

const figtreeFallbacks = '"Figtree on Arial", "Figtree on Roboto", "Figtree on DejaVu", "Figtree on Noto"';

export const tokens = {
  palettes: { light, dark },
  scale: {
    space: {
      xxs: '0.25rem',
      xs: '0.5rem',
      sm: '0.75rem',
      md: '1rem',
      lg: '1.5rem',
      xl: '2rem',
      xxl: '3rem',
    },
    font: { body: `"Figtree Variable", ${figtreeFallbacks}, sans-serif` },
    text: {
      xs: '0.8125rem',
      sm: '0.875rem',
      md: '1rem',
      lg: '1.125rem',
      xl: '1.375rem',
      xxl: 'clamp(1.5rem, 1.35rem + 0.75vw, 1.875rem)',
      display: 'clamp(3rem, 2.4rem + 3vw, 4.5rem)',
    },
    leading: { tight: '1.2', normal: '1.5' },
    tracking: { heading: '-0.015em', display: '-0.035em' },
    weight: { medium: '500', strong: '600' },
    radius: { sm: '6px', md: '10px', lg: '16px', full: '999px' },
    shadow: {
      pressed: 'inset 0 1px 0 rgb(255 255 255 / 0.14), 0 1px 2px rgb(8 18 13 / 0.2)',
      raised: '0 1px 2px rgb(15 30 22 / 0.05), 0 4px 16px rgb(15 30 22 / 0.05)',
      lifted: '0 2px 4px rgb(15 30 22 / 0.06), 0 12px 28px rgb(15 30 22 / 0.1)',
      floating: '0 4px 12px rgb(8 18 13 / 0.16), 0 18px 48px rgb(8 18 13 / 0.22)',
    },
    motion: { quick: '120ms cubic-bezier(0.2, 0, 0, 1)', calm: '240ms cubic-bezier(0.2, 0, 0, 1)' },
    /** Minimum heights of controls. */
    target: { small: '2rem', medium: '2.375rem', control: '2.75rem' },
    measure: { form: '27rem', prose: '40rem', page: '72rem' },
  },
  /** Font stack outside `scale`, because every page loads those variables, but few use this font. */
  monospace:
    '"Geist Mono Variable", "Geist Mono on Courier", "Geist Mono on DejaVu", "Geist Mono on Consolas", monospace',
  /** Font stack for long texts. It is outside `scale` for the same reason. */
  reading: `"Figtree Optional", ${figtreeFallbacks}, sans-serif`,
  breakpoints,
} as const;

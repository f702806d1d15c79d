import { assignVars, createThemeContract, globalStyle } from '@vanilla-extract/css';
import { tokens } from './tokens.ts';

const { light, dark } = tokens.palettes;

export const vars = createThemeContract({ color: light, ...tokens.scale });

globalStyle(':root', {
  colorScheme: 'light',
  vars: assignVars(vars, { color: light, ...tokens.scale }),
});

const darkTheme = { colorScheme: 'dark', vars: assignVars(vars.color, dark) } as const;

globalStyle(':root:not([data-theme="light"])', {
  '@media': { 'screen and (prefers-color-scheme: dark)': darkTheme },
});

globalStyle(':root[data-theme="dark"]', { '@media': { screen: darkTheme } });

// Browsers don't print backgrounds by default, so print text in the colors for white paper.
globalStyle(':root', {
  '@media': {
    print: {
      vars: assignVars(
        {
          onAccent: vars.color.onAccent,
          vault: vars.color.vault,
          onVault: vars.color.onVault,
          onVaultMuted: vars.color.onVaultMuted,
        },
        { onAccent: light.text, vault: light.surface, onVault: light.text, onVaultMuted: light.textMuted },
      ),
    },
  },
});

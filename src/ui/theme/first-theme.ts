import { rememberedTheme, showTheme } from './chosen-theme.ts';

// Runs before the first paint, so that no page flashes in the theme that was not chosen.
showTheme(rememberedTheme());

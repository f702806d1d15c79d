import { rememberedTheme, showTheme } from '#ui/theme/chosen-theme.ts';

// Runs before the first paint, so that no page flashes in the theme that was not chosen.
showTheme(rememberedTheme());

import { useEffect, useId, useState } from 'react';
import { uiTexts } from '#texts/ui.ts';
import * as styles from './ThemeSwitch.css.ts';
import {
  rememberedTheme,
  rememberTheme,
  shownTheme,
  showTheme,
  type Theme,
  themeKey,
  themes,
} from './theme/chosen-theme.ts';
import { withViewTransition } from './view-transition.ts';

/** Switches between the system, light and dark themes in all tabs on this device. */
export const ThemeSwitch = () => {
  const [chosen, setChosen] = useState(shownTheme);
  const name = useId();

  useEffect(() => {
    const follow = ({ key }: StorageEvent) => {
      if (key !== themeKey) return;
      showTheme(rememberedTheme());
      setChosen(shownTheme());
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, []);

  const choose = (theme: Theme) => {
    setChosen(theme);
    rememberTheme(theme);
    withViewTransition(() => showTheme(theme));
  };
  return (
    <fieldset className={styles.group} aria-label={uiTexts.theme}>
      {themes.map((theme) => (
        <span key={theme} className={styles.choice}>
          <input
            type="radio"
            className={styles.input}
            name={name}
            value={theme}
            aria-label={uiTexts.themes[theme]}
            checked={theme === chosen}
            onChange={() => choose(theme)}
          />
          <span className={styles.icons[theme]} aria-hidden="true" />
        </span>
      ))}
    </fieldset>
  );
};

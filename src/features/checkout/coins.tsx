import * as styles from './coins.css.ts';

/** Ten coins that fall for three seconds; none where motion is unwanted. */
export const Coins = () => (
  <div className={styles.sky} aria-hidden="true">
    {styles.coins.map((coin) => (
      <span key={coin} className={coin} />
    ))}
  </div>
);

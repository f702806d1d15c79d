import * as styles from './card-mark.css.ts';

const words: Readonly<Record<styles.MarkedBrand, string>> = {
  visa: 'VISA',
  mastercard: '',
  amex: 'AMEX',
  discover: 'DISC',
};

const isMarked = (brand: string): brand is styles.MarkedBrand => brand in words;

/** Renders a card brand's mark. Decorative: the card's name is next to it. Empty for other brands. */
export const CardMark = ({ brand }: { readonly brand: string | null }) => {
  const name = brand?.toLowerCase() ?? '';
  if (!isMarked(name)) return null;
  return (
    <span className={styles.mark[name]} aria-hidden="true">
      {words[name]}
    </span>
  );
};

/** Renders the marks of the common brands, for the field of a card number. */
export const CardMarks = () => (
  <span className={styles.marks} aria-hidden="true">
    {Object.keys(words).map((brand) => (
      <CardMark key={brand} brand={brand} />
    ))}
  </span>
);

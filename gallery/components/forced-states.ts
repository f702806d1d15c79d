/** The states that only a pointer or the keyboard brings about, by the word that shows an element in them. */
const states: Readonly<Record<string, string>> = {
  hover: ':hover',
  active: ':active',
  focus: ':focus-visible',
};

const done = new WeakSet<CSSStyleSheet>();

const forced = (selector: string): string =>
  Object.entries(states).reduce(
    (text, [word, state]) => text.replaceAll(state, `[data-forced~="${word}"]`),
    selector,
  );

const addTwins = (rules: CSSStyleSheet | CSSGroupingRule): void => {
  // From the last to the first, because each twin stands right behind its rule.
  for (const [place, rule] of [...rules.cssRules].map((rule, at) => [at, rule] as const).reverse()) {
    if (rule instanceof CSSStyleRule) {
      const selector = forced(rule.selectorText);
      if (selector !== rule.selectorText)
        rules.insertRule(`${selector} { ${rule.style.cssText} }`, place + 1);
    } else if (rule instanceof CSSGroupingRule) addTwins(rule);
  }
};

/**
 * Shows elements with `data-forced` as if they were pointed at (`hover`), pressed (`active`) or come to by the keyboard
 * (`focus`): each rule for such a state gets a twin.
 */
export const forceStates = (): void => {
  for (const sheet of document.styleSheets) {
    if (done.has(sheet)) continue;
    done.add(sheet);
    addTwins(sheet);
  }
};

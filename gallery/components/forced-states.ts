/** Pseudo-classes that need a pointer or keyboard, by `data-forced` value. */
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

const addForcedRules = (rules: CSSStyleSheet | CSSGroupingRule): void => {
  // Iterate backward, because each insertion shifts the rules after it.
  for (const [place, rule] of [...rules.cssRules].map((rule, at) => [at, rule] as const).reverse()) {
    if (rule instanceof CSSStyleRule) {
      const selector = forced(rule.selectorText);
      if (selector !== rule.selectorText)
        rules.insertRule(`${selector} { ${rule.style.cssText} }`, place + 1);
    } else if (rule instanceof CSSGroupingRule) addForcedRules(rule);
  }
};

/** Copies each rule with a listed pseudo-class, and replaces the pseudo-class with a `data-forced` selector. */
export const forceStates = (): void => {
  for (const sheet of document.styleSheets) {
    if (done.has(sheet)) continue;
    done.add(sheet);
    addForcedRules(sheet);
  }
};

import { useState } from 'react';
import { useApp, useAuth } from '#features/shared/app-context.ts';
import { isBusy } from '#machines/auth.selectors.ts';
import type { SecondFactor } from '#machines/auth.types.ts';
import { challengeTexts } from '#texts/challenges.ts';
import { Button } from '#ui/Button.tsx';
import { form } from '../account-page.css.ts';

export const FactorChoice = ({ factors }: { readonly factors: readonly SecondFactor[] }) => {
  const { auth } = useApp();
  const busy = useAuth(isBusy);
  const [chosen, setChosen] = useState<SecondFactor | null>(null);
  const choose = (factor: SecondFactor) => {
    setChosen(factor);
    auth.send({ type: 'challenge.answered', answer: { factor } });
  };
  return (
    <div className={form}>
      {factors.map((factor) => (
        <Button
          key={factor}
          variant="secondary"
          busy={busy && factor === chosen}
          aria-disabled={busy}
          onClick={() => choose(factor)}
        >
          {challengeTexts.factors[factor]}
        </Button>
      ))}
    </div>
  );
};

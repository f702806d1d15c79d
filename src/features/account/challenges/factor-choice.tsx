import { useState } from 'react';
import { useAuth } from '#features/shared/app-context.ts';
import { selectChallenge } from '#machines/account/auth.selectors.ts';
import type { SecondFactor } from '#machines/account/auth.types.ts';
import { challengeTexts } from '#texts/challenges.ts';
import { Button } from '#ui/Button.tsx';
import { form } from '../account-page.css.ts';
import { useIsSubmitting } from '../use-step.ts';

export const FactorChoice = ({ factors }: { readonly factors: readonly SecondFactor[] }) => {
  const actor = useAuth(selectChallenge);
  const busy = useIsSubmitting('challenge');
  const [chosen, setChosen] = useState<SecondFactor | null>(null);
  const choose = (factor: SecondFactor) => {
    setChosen(factor);
    actor?.send({ type: 'challenge.answered', answer: { factor } });
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

import type { TestPath } from '#tests/model-testing/test-model.ts';

const choices = ['card.chosen', 'saving.chosen', 'choice.cleared'];
const changes = ['default.chosen', 'removal.requested'];

/**
 * The customer chooses at the checkout and changes cards on the page of cards. A checkout that closes clears
 * the choice. The page loads the list when it opens.
 */
export const areCardsFeasible = ({ steps }: TestPath): boolean => {
  let isAtPage = true;
  return steps.every(({ eventCase: { event }, before: { context } }) => {
    if (choices.includes(event.type)) isAtPage = false;
    else if (event.type === 'cards.requested') {
      if (!isAtPage && (context.choice !== null || context.saveCard)) return false;
      isAtPage = true;
    } else if (changes.includes(event.type)) return isAtPage;
    return true;
  });
};

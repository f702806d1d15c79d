import { type ChartState, statesIn } from '#devtools/chart.ts';
import { transitionText } from '#devtools/chart-text.ts';

/** A transition to look up: the machine, the state's path in it (empty for the whole machine), and its text. */
type Step = readonly [machine: string, state: string, transition: string];

interface Question {
  readonly question: string;
  readonly steps: readonly Step[];
  readonly answer: string;
}

const questions: readonly Question[] = [
  {
    question:
      'A customer signs in with an unverified email and waits for the link in the mail. Then they sign in in another tab. What does this tab do?',
    steps: [
      ['auth', 'guest', 'sign-in.submitted'],
      ['auth', 'answered', 'always [isUnconfirmed]'],
      ['verification', 'starting', 'always [isByLinkUnsent]'],
      ['auth', '', 'session.replaced'],
      ['auth', 'signed-in.active.idle', 'always [awaitsVerification]'],
    ],
    answer:
      'It is signed in, too. It leaves `guest.pending-verification`, which stops the verification, so this tab no longer tries to sign in. The email still awaits its verification, so it continues in `signed-in.active.verifying`.',
  },
  {
    question:
      'A customer presses Pay and leaves the page while the store charges the card. Is the payment lost?',
    steps: [
      ['checkout', 'ready', 'payment.submitted'],
      ['checkout', 'processing', 'checkout.left'],
      ['payment', 'charging', 'checkout.left'],
      ['payment', 'confirming', 'after 60 s (confirmationLimit)'],
      ['checkout', 'processing', 'done payment [isApproved]'],
      ['checkout', 'processing', 'done payment [isUnknown]'],
    ],
    answer:
      'No. The payment checks whether the card was charged, for up to 60 s. It ends `approved`, `refused` or `unknown`, and the checkout shows which.',
  },
  {
    question:
      'A customer types a wrong code of their authenticator app, then the right one, but too late. Where do they end up?',
    steps: [
      ['auth', 'answered', 'always [isChallenged]'],
      ['challenge', 'waiting', 'challenge.answered'],
      ['challenge', 'responding', 'done answerChallenge'],
      ['challenge', 'responding', 'done answerChallenge [mustStartOver]'],
      ['auth', 'guest.challenged', 'done challenge [isEnded]'],
    ],
    answer:
      'After the wrong code they are asked again. The late one ends the challenge as `ended`, and the account is back in `guest.signed-out`.',
  },
];

/**
 * Questions that the drawings answer, with the transitions to follow.
 * @throws Error if a chart no longer has one of them
 */
export const questionsOf = (charts: ReadonlyMap<string, ChartState>): string =>
  questions.map((question, index) => questionText(index + 1, question, charts)).join('\n\n');

const questionText = (
  number: number,
  { question, steps, answer }: Question,
  charts: ReadonlyMap<string, ChartState>,
): string =>
  [
    `**${number}. ${question}**`,
    ['Follow:', ...steps.map((step) => `- ${stepText(step, charts)}`)].join('\n'),
    `<details><summary>Answer</summary>\n\n${answer}\n\n</details>`,
  ].join('\n\n');

const stepText = ([machine, path, text]: Step, charts: ReadonlyMap<string, ChartState>): string => {
  const chart = charts.get(machine);
  const id = path === '' ? machine : `${machine}.${path}`;
  const state = chart === undefined ? undefined : statesIn(chart).find((each) => each.id === id);
  if (state?.transitions.some((transition) => transitionText(transition) === text) !== true)
    throw new Error(`A question about the machines names "${text}" of ${id}, which the chart doesn't have`);
  return `[${machine}](${machine}.svg), ${path === '' ? 'outermost box' : `\`${path}\``}: \`${text}\``;
};

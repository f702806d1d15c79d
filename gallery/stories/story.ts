import type { AnyStateMachine, SnapshotFrom } from 'xstate';
import type { SavedCard } from '#contract/cards.ts';
import type { Holds } from '#contract/credits.ts';
import type { TopUpSource } from '#features/billing/top-up-queries.ts';
import type { CardsSource } from '#features/shared/cards-queries.ts';
import type { Authenticator, Devices, Passkeys } from '#features/shared/security.ts';
import type { Verification } from '#machines/account/auth.types.ts';
import type {
  ActivitySetup,
  AuthSetup,
  CheckoutSetup,
  LedgerSetup,
  RegistrationSetup,
} from '../harness/actors.ts';
import type { StoreFixture } from '../harness/fixtures.ts';

/** One screen in one state: its address, the machines' states and the store's data. */
export interface Story {
  readonly at: `/${string}`;
  readonly historyState?: {
    readonly email?: string;
    readonly message?: string;
    readonly notice?: string;
    readonly endsSetup?: boolean;
  };
  readonly auth?: AuthSetup;
  readonly checkout?: CheckoutSetup;
  readonly cards?: Partial<CardsSource>;
  /** An earlier list of the saved cards. */
  readonly knownCards?: SavedCard[];
  readonly topUp?: Partial<TopUpSource>;
  readonly ledger?: LedgerSetup;
  readonly activity?: ActivitySetup;
  readonly holds?: Holds['holds'];
  /** Results that differ from the defaults. */
  readonly store?: Partial<StoreFixture>;
  readonly devices?: Partial<Devices>;
  readonly authenticator?: Partial<Authenticator>;
  readonly passkeyChanges?: Partial<Passkeys>;
  /** Each registration that a press starts. */
  readonly registration?: RegistrationSetup;
  /** Names of buttons to press, each after the effects of the previous one. */
  readonly presses?: readonly string[];
  readonly creditsMeaning?: string;
  /** The default is `code`. */
  readonly verification?: Verification;
  readonly hostedSignIn?: true;
  readonly passkeys?: true;
  /** The customer has just signed in with the password. */
  readonly passkeyOffer?: true;
  /** The browser doesn't keep the session. */
  readonly notKept?: true;
  readonly offline?: true;
  readonly customerCode?: 'on its way' | 'broken';
  readonly inspected?: true;
  /** A configuration error that keeps the app from starting. */
  readonly misconfigured?: string;
  /** The page never loads, so its fallback stays. */
  readonly pending?: true;
}

/** A state's screens, or why it needs none. */
export type StateStories =
  | {
      readonly story: Story;
      readonly variants?: Readonly<Record<string, Story>>;
    }
  | {
      /** The path of the state that looks the same. */
      readonly sameAs: string;
      /** The machine of that state, if it is another one. */
      readonly machine?:
        | 'auth'
        | 'challenge'
        | 'passkey'
        | 'verification'
        | 'reset'
        | 'hosted'
        | 'checkout'
        | 'payment'
        | 'ledger';
      readonly reason: string;
    };

/** The stories of each machine state, by the paths of its innermost states, such as `processing.quoting`. */
export type StoriesOf<Machine extends AnyStateMachine> = Readonly<
  Record<AtomicState<SnapshotFrom<Machine>['value']>, StateStories>
>;

type AtomicState<Value> = Value extends string
  ? Value
  : { [Key in keyof Value & string]: `${Key}.${AtomicState<Value[Key]>}` }[keyof Value & string];

export const dashboard = (story: Omit<Story, 'at'> = {}): Story => ({ at: '/dashboard', ...story });

export const activityPage = (story: Omit<Story, 'at'> = {}): Story => ({ at: '/activity', ...story });

export const securityPage = (story: Omit<Story, 'at'> = {}): Story => ({ at: '/security', ...story });

export const isOfCustomer = ({ at }: Story): boolean => /^\/(?:dashboard|activity|billing|security)/.test(at);

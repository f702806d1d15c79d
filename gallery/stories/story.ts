import type { AnyStateMachine, SnapshotFrom } from 'xstate';
import type { SavedCard } from '#contract/cards.ts';
import type { Grants, Holds } from '#contract/credits.ts';
import type { BillingAddress } from '#contract/purchases.ts';
import type { Usage, UsageQuery } from '#contract/usage.ts';
import type { DeletionResult } from '#domain/profile.ts';
import type { EmailNoticesSource } from '#features/billing/email-notices-section.tsx';
import type { SpendingLimitSource } from '#features/billing/spending-limit-section.tsx';
import type { TopUpSource } from '#features/billing/top-up-queries.ts';
import type { NewCardSource, RefundSource } from '#features/shared/app-context.ts';
import type { CardsSource } from '#features/shared/cards-queries.ts';
import type { Authenticator, Devices, Passkeys, Profile } from '#features/shared/security.ts';
import type { Verification } from '#machines/account/auth.types.ts';
import type {
  ActivitySetup,
  AuthSetup,
  CheckoutSetup,
  LedgerSetup,
  RegistrationSetup,
} from '../harness/actors.ts';
import type { StoreFixture } from '../harness/fixtures.ts';

/** A screen in one state: its address, the machines' setups and the store's data. */
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
  /** Billing address of the last purchase. Unknown by default. */
  readonly lastAddress?: BillingAddress;
  /** Result of saving a new card. By default, it never arrives. */
  readonly saveCard?: NewCardSource['save'];
  /** Saved cards that are already cached. */
  readonly knownCards?: SavedCard[];
  readonly topUp?: Partial<TopUpSource>;
  /** By default, the store has no spending limits. */
  readonly limit?: Partial<SpendingLimitSource>;
  /** By default, the store sends no emails. */
  readonly notices?: Partial<EmailNoticesSource>;
  /** By default, customers can't start refunds. */
  readonly refund?: Partial<RefundSource>;
  readonly ledger?: LedgerSetup;
  readonly activity?: ActivitySetup;
  readonly holds?: Holds['holds'];
  readonly grants?: Grants['grants'];
  readonly usage?: (by: UsageQuery['by']) => Promise<Usage>;
  /** Store responses that differ from the defaults. */
  readonly store?: Partial<StoreFixture>;
  readonly devices?: Partial<Devices>;
  readonly authenticator?: Partial<Authenticator>;
  readonly passkeyChanges?: Partial<Passkeys>;
  readonly profile?: Partial<Profile>;
  /** Result of deleting the account. By default, it never arrives. */
  readonly deleteAccount?: () => Promise<DeletionResult>;
  /** Setup of each passkey registration that a press starts. */
  readonly registration?: RegistrationSetup;
  /** Text to type before any press, by the fields' names. */
  readonly entries?: Readonly<Record<string, string>>;
  /** Names of buttons to press, each after the effects of the previous press. */
  readonly presses?: readonly string[];
  readonly creditsMeaning?: string;
  readonly returnUrl?: string;
  /** How the user pool verifies emails. The default is `code`. */
  readonly verification?: Verification;
  readonly hostedSignIn?: true;
  readonly passkeys?: true;
  /** Set if the customer has just signed in with a password. */
  readonly passkeyOffer?: true;
  /** Set if the browser doesn't store the session. */
  readonly notKept?: true;
  readonly offline?: true;
  readonly customerCode?: 'on its way' | 'broken';
  readonly inspected?: true;
  /** A configuration error that keeps the app from starting. */
  readonly misconfigured?: string;
  /** Set if the page never loads, so that its fallback stays. */
  readonly pending?: true;
}

/** A state's stories, or the state that looks the same. */
export type StateStories =
  | {
      readonly story: Story;
      readonly variants?: Readonly<Record<string, Story>>;
    }
  | {
      /** The path of the state that looks the same. */
      readonly sameAs: string;
      /** That state's machine, if it isn't this one. */
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

export const isOfCustomer = ({ at }: Story): boolean =>
  /^\/(?:dashboard|activity|billing|security|profile)/.test(at);

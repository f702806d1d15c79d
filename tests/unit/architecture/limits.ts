/**
 * Limits on the amount of code. A limit can only go down, unless a commit names the feature that raises it.
 *
 * `weight.test.ts` fails if a figure is above its limit or more than 1 % below it, and prints the corrected line.
 * Lines are counted in all .ts, .tsx, .js, .mjs, .css, .html and .sql files except `*.gen.ts`, including blank
 * lines and comments.
 */
export const limits = {
  /** Maximum lines in each top-level folder. `root` counts the files outside of all folders. */
  folders: {
    build: 1_967,
    contract: 1_457,
    drills: 5_691,
    examples: 215,
    gallery: 3_067,
    root: 325,
    local: 2_339,
    machines: 3_439,
    packages: 15_670,
    server: 22_829,
    src: 26_164,
    tests: 55_315,
  },

  repository: {
    /** Lines in `tests` and `packages/*\/test` per line in `contract`, `machines`, `packages`, `server` and `src`. */
    testsPerProductLine: 0.95,
    /** Number of files that have at most {@link smallFileLines} lines. */
    smallFiles: 92,
    /** Number of duplicated lines, in runs of six or more. `npx jscpd` lists them. */
    repeatedLines: 134,
    /** Number of transitions that name their target by its chart's id. */
    jumps: 33,
  },

  /** Maximum states in each machine; a larger drawing is hard to read. These limits don't have to shrink. */
  states: {
    auth: 22,
    challenge: 14,
    passkey: 14,
    'passkey-registration': 14,
    verification: 14,
    reset: 14,
    hosted: 8,
    checkout: 18,
    payment: 14,
    ledger: 14,
    activity: 6,
    download: 6,
  },

  /** Maximum lines in each file that has more than {@link fileLines}. */
  longFiles: { 'machines/account/auth.ts': 450 },

  /** Exact number of lines in each function that has more than {@link functionLines}. This list can only shrink. */
  longFunctions: {
    'drills/outages/cluster.ts startCluster': 85,
    'gallery/harness/session.ts sessionFixture': 81,
    'local/console/index.ts createConsole': 81,
    'local/start.ts startLocalServices': 111,
    'local/store-supervisor.ts superviseStore': 125,
    'packages/local-cognito/src/pool.ts openPool': 81,
    'packages/local-cognito/src/sessions.ts createSessions': 72,
    'packages/local-nmi/src/back-office.ts createBackOffice': 153,
    'packages/local-nmi/src/browser/collect.js script': 342,
    'packages/local-nmi/src/control.ts createControl': 79,
    'packages/local-nmi/src/customer-vault/customers.ts createCustomerVault': 73,
    'packages/local-nmi/src/events/events.ts createEvents': 108,
    'packages/local-nmi/src/hosted-fields.ts hostedFields': 95,
    'packages/local-nmi/src/index.ts createGateway': 81,
    'packages/local-nmi/test/gateway-under-test.ts startGateway': 79,
    'packages/local-services/test/soft-authenticator.ts createSoftAuthenticator': 72,
    'server/store/cards/vault-cards.ts createVaultCards': 84,
    'server/store/config/config.ts transform()': 75,
    'server/store/gateway/gateway.ts createCardGateway': 157,
    'server/store/payments/attempts.ts createPurchaseAttempts': 109,
    'server/store/events/gateway-events.ts createGatewayEvents': 104,
    'server/store/payments/recovery.ts createRecovery': 117,
    'server/store/payments/send-locks.ts openSendLocks': 71,
    'server/store/top-up/worker.ts createTopUpWorker': 89,
    'src/features/shared/early-page.ts followEarlyPage': 119,
    'src/inline/early-requests.ts startEarlyRequests': 72,
    'src/services/card-fields/card-fields.ts createCardFields': 142,
    'src/services/card-fields/field-elements.ts createFieldElements': 78,
    'src/services/identity/account.ts createAccount': 205,
    'src/services/identity/index.ts createIdentity': 133,
    'src/services/identity/library.ts createLibrary': 83,
    'src/services/identity/oauth.ts createHostedSignIn': 93,
    'src/services/identity/session.ts createTabSession': 118,
    'src/services/identity/sign-in.ts createSignIn': 85,
    'src/services/store/attempts.ts createAttemptStorage': 128,
    'tests/browser/console.ts createConsole': 73,
    'tests/browser/first-purchase.ts buyFirstPackage': 106,
    'tests/browser/layout.ts layoutProblems': 80,
    'tests/kills/world.ts startWorld': 85,
    'tests/model-testing/walk.ts prepareWalks': 92,
    'tests/properties/credits/play.ts execute': 110,
    'tests/properties/purchases/customer.ts createTestCustomer': 100,
    'tests/properties/purchases/network.ts createNetwork': 163,
    'tests/properties/purchases/system.ts createSystem': 79,
    'tests/properties/top-ups/network.ts createNetwork': 105,
    'tests/unit/app/customers.ts begin': 100,
    'tests/unit/store/support/odd-gateway.ts startOddGateway': 148,
    'tests/unit/store/support/user-pool.ts startUserPool': 71,
  },
} satisfies Record<string, Table>;

export type Table = Readonly<Record<string, number>>;

export const fileLines = 400;
export const functionLines = 70;
export const smallFileLines = 15;

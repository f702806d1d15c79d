import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { ConnectionUse } from '../database/database.ts';
import { knownMethods } from '../http/middleware.ts';
import { sessionStates } from '../identity/pool-users.ts';
import { version } from '../version.ts';
import { eventOutcomes, type Meter, mailOutcomes, saleResults } from './meter.ts';
import type { StoreState } from './store-state.ts';

interface Readings {
  /** Undefined if the database couldn't be read. */
  readonly state: StoreState | undefined;
  readonly isReady: boolean;
  readonly connections: ConnectionUse;
}

export type Exposition = ReturnType<typeof createExposition>;

const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const gatewayBuckets = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 60, 120];

/** Creates metrics in the Prometheus text format 0.0.4. */
export const createExposition = () => {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  // These gauges are named like counters, which promtool refuses.
  for (const kind of ['handles', 'requests', 'resources'])
    registry.removeSingleMetric(`nodejs_active_${kind}_total`);

  const show = showReadings(registers);
  return {
    meter: createMeter(registers),
    contentType: registry.contentType,
    render: (readings: Readings): Promise<string> => {
      show(readings);
      return registry.metrics();
    },
  };
};

const createMeter = (registers: Registry[]): Meter => {
  const requests = new Histogram({
    name: 'coffer_http_request_duration_seconds',
    help: 'Requests to the store, by path pattern, method and status class.',
    labelNames: ['route', 'method', 'status'],
    buckets: requestBuckets,
    registers,
  });
  const gateway = new Histogram({
    name: 'coffer_gateway_request_duration_seconds',
    help: 'Requests to the card gateway, by operation and whether it responded.',
    labelNames: ['operation', 'result'],
    buckets: gatewayBuckets,
    registers,
  });
  const count = createCounters(registers);
  const countSales = (name: string, help: string) => count(name, help, saleResults);
  const countSale = countSales(
    'purchases_total',
    'Sales sent to the card gateway, by its immediate response.',
  );
  const countTopUp = countSales(
    'top_up_charges_total',
    "Sales for automatic top-ups, by the card gateway's immediate response.",
  );
  const countCheck = countSales(
    'card_checks_total',
    "Checks of cards to save without a purchase, by the card gateway's immediate response.",
  );
  const ended = new Counter({
    name: 'coffer_attempts_ended_total',
    help: 'Purchase attempts that ended, by what decided them: the response, the records, an event or a person.',
    labelNames: ['status', 'decided_by', 'cause'],
    registers,
  });
  const jobsFailed = count('jobs_failed_total', 'Failed runs of background jobs, by job.', [], 'name');
  const seen = new Set<string>();
  return {
    requestAnswered: ({ route, method: given, status, seconds }) => {
      const method = knownMethods.has(given) ? given : 'other';
      // Start at 0, because Prometheus' `rate` misses the first failures otherwise.
      if (!seen.has(`${method} ${route}`)) requests.zero({ route, method, status: '5xx' });
      seen.add(`${method} ${route}`);
      requests.observe({ route, method, status: `${Math.floor(status / 100)}xx` }, seconds);
    },
    gatewayAsked: ({ operation, result, seconds }) => gateway.observe({ operation, result }, seconds),
    saleAnswered: (outcome, kind) => {
      if (kind === 'card') return countCheck(outcome);
      countSale(outcome);
      if (kind === 'top-up') countTopUp(outcome);
    },
    attemptEnded: ({ status, decidedBy, cause }) => ended.inc({ status, decided_by: decidedBy, cause }),
    sessionChecked: count(
      'session_checks_total',
      "Session checks before purchases, by the user pool's response.",
      sessionStates,
      'state',
    ),
    eventSent: count(
      'webhook_deliveries_total',
      "Attempts to send events to the merchant's endpoints, by outcome.",
      eventOutcomes,
    ),
    mailSent: count('mails_total', 'Attempts to send emails to customers, by outcome.', mailOutcomes),
    jobRan: (name, hasFailed) => jobsFailed(name, Number(hasFailed)),
  };
};

/** @param outcomes start at 0, because Prometheus' `rate` misses the first event otherwise */
const createCounters =
  (registers: Registry[]) =>
  (name: string, help: string, outcomes: readonly string[], label = 'outcome') => {
    const counter = new Counter({ name: `coffer_${name}`, help, labelNames: [label], registers });
    for (const outcome of outcomes) counter.inc({ [label]: outcome }, 0);
    return (outcome: string, times = 1): void => counter.inc({ [label]: outcome }, times);
  };

type GaugeText = readonly [name: string, help: string, label?: string];

/** Gauges for the parts of the store's state. A part with several counts has a label. */
const stateGauges: Readonly<Record<keyof StoreState, GaugeText>> = {
  attempts: ['open_attempts', 'Attempts whose outcome is unknown.', 'state'],
  cases: ['open_cases', 'Cases that a person must decide.', 'kind'],
  refunds: ['open_refunds', "Refunds that the gateway's records don't show yet.", 'state'],
  cards: ['open_cards', "Saved or removed cards that the gateway's vault hasn't confirmed yet.", 'state'],
  oldestCardAge: ['oldest_open_card_age_seconds', 'Age of the oldest of these cards.'],
  topUpRequests: ['open_top_ups', 'Open requests for automatic top-ups, by the reason to wait.', 'reason'],
  oldestDueTopUpAge: [
    'oldest_due_top_up_age_seconds',
    'Time since the oldest request for an automatic top-up should have been tried.',
  ],
  pausedTopUps: ['paused_top_ups', 'Automatic top-ups that are paused.', 'reason'],
  oldestAttemptAge: [
    'oldest_open_attempt_age_seconds',
    'Time since the oldest open attempt without a case was sent.',
  ],
  oldestCaseAge: ['oldest_open_case_age_seconds', 'Age of the oldest open case.'],
  oldestRefundAge: ['oldest_open_refund_age_seconds', 'Time since the oldest open refund was requested.'],
  accountDeletions: ['open_account_deletions', 'Deletions of accounts that have not finished.'],
  oldestDeletionAge: ['oldest_open_account_deletion_age_seconds', 'Age of the oldest of these deletions.'],
  oldestDeliveryAge: [
    'oldest_webhook_delivery_age_seconds',
    'Time since the oldest event that has not arrived at an active endpoint was queued.',
  ],
  disabledEndpoints: [
    'webhook_endpoints_disabled',
    'Endpoints that get no events because they failed for three days or returned 410.',
  ],
  oldestMailAge: ['oldest_waiting_mail_age_seconds', 'Age of the oldest email that no mailbox delays.'],
  hasCollationChanged: [
    'database_collation_changed',
    'Whether the order of text differs from that of the indexes: 1 or 0.',
  ],
  arePurchasesPaused: ['purchases_paused', 'Whether declined cards have paused purchases: 1 or 0.'],
};

const showReadings = (registers: Registry[]) => {
  const gauge = (...[name, help, label]: GaugeText) =>
    new Gauge({ name: `coffer_${name}`, help, registers, labelNames: label === undefined ? [] : [label] });
  const build = gauge('build_info', 'The version of the store; always 1.', 'version');
  build.set({ version }, 1);
  const ready = gauge('ready', 'Whether the store is ready for requests (1 or 0), as /readyz reports.');
  const errors = gauge('scrape_errors', 'Whether the metrics from the database are missing: 1 or 0.');
  const connections = gauge('database_connections', 'Connections of this process to the database.', 'state');
  const max = gauge(
    'database_connections_max',
    'The maximum number of database connections of this process.',
  );
  const waiting = gauge('database_waiting', 'Queries of this process that are waiting for a connection.');
  const parts = Object.entries(stateGauges).map(([part, text]) => ({
    part,
    label: text[2],
    shown: gauge(...text),
  }));

  return ({ state, isReady, connections: use }: Readings): void => {
    ready.set(isReady ? 1 : 0);
    errors.set(state === undefined ? 1 : 0);
    connections.set({ state: 'idle' }, use.idle);
    connections.set({ state: 'busy' }, use.total - use.idle);
    max.set(use.max);
    waiting.set(use.waiting);
    const values: Readonly<Record<string, number | Readonly<Record<string, number>>>> = state ?? {};
    for (const { part, label, shown } of parts) {
      // Remove unknown values, because old ones would look current.
      if (label === undefined) shown.remove();
      else shown.reset();
      const { [part]: value } = values;
      if (typeof value === 'number') shown.set(value);
      else for (const [key, count] of Object.entries(value ?? {})) shown.set({ [label ?? '']: key }, count);
    }
  };
};

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { ConnectionUse } from '../database/database.ts';
import { knownMethods } from '../http/middleware.ts';
import { sessionStates } from '../identity/pool-users.ts';
import { version } from '../version.ts';
import { eventOutcomes, type Meter, saleResults } from './meter.ts';
import type { StoreState } from './store-state.ts';

export interface Readings {
  /** Undefined if the database could not be read. */
  readonly state: StoreState | undefined;
  readonly isReady: boolean;
  readonly connections: ConnectionUse;
}

export interface Exposition {
  readonly meter: Meter;
  /** Text format 0.0.4. */
  readonly contentType: string;
  render(readings: Readings): Promise<string>;
}

const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const gatewayBuckets = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 60, 120];

export const createExposition = (): Exposition => {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });

  const show = showReadings(registers);
  return {
    meter: createMeter(registers),
    contentType: registry.contentType,
    render: (readings) => {
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
    help: 'Requests to the card gateway, by operation and whether it answered.',
    labelNames: ['operation', 'result'],
    buckets: gatewayBuckets,
    registers,
  });
  const purchases = new Counter({
    name: 'coffer_purchases_total',
    help: 'Sales sent to the card gateway, by its immediate answer.',
    labelNames: ['outcome'],
    registers,
  });
  const topUps = new Counter({
    name: 'coffer_top_up_charges_total',
    help: "Those of these sales that were automatic top-ups, by the card gateway's immediate answer.",
    labelNames: ['outcome'],
    registers,
  });
  // Without an initial 0, Prometheus' rate misses the first event.
  for (const outcome of saleResults) for (const counter of [purchases, topUps]) counter.inc({ outcome }, 0);
  const ended = new Counter({
    name: 'coffer_attempts_ended_total',
    help: 'Purchase attempts that ended, by what decided them: the answer, the records, an event or a person.',
    labelNames: ['status', 'decided_by', 'cause'],
    registers,
  });
  const sessions = new Counter({
    name: 'coffer_session_checks_total',
    help: "Session checks before purchases, by the user pool's answer.",
    labelNames: ['state'],
    registers,
  });
  for (const state of sessionStates) sessions.inc({ state }, 0);
  const events = new Counter({
    name: 'coffer_webhook_deliveries_total',
    help: "Attempts to send events to the merchant's endpoints, by outcome.",
    labelNames: ['outcome'],
    registers,
  });
  for (const outcome of eventOutcomes) events.inc({ outcome }, 0);
  return {
    requestAnswered: ({ route, method, status, seconds }) =>
      requests.observe(
        {
          route,
          method: knownMethods.has(method) ? method : 'other',
          status: `${Math.floor(status / 100)}xx`,
        },
        seconds,
      ),
    gatewayAsked: ({ operation, result, seconds }) => gateway.observe({ operation, result }, seconds),
    saleAnswered: (outcome, isTopUp) => {
      purchases.inc({ outcome });
      if (isTopUp) topUps.inc({ outcome });
    },
    attemptEnded: ({ status, decidedBy, cause }) => ended.inc({ status, decided_by: decidedBy, cause }),
    sessionChecked: (state) => sessions.inc({ state }),
    eventSent: (outcome) => events.inc({ outcome }),
  };
};

const showReadings = (registers: Registry[]) => {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  const gaugeBy = <Label extends string>(name: string, label: Label, help: string) =>
    new Gauge({ name, help, labelNames: [label], registers });

  const build = gaugeBy('coffer_build_info', 'version', 'The version of the store; always 1.');
  build.set({ version }, 1);
  const ready = gauge(
    'coffer_ready',
    'Whether the store is ready for requests (1 or 0), as /readyz reports.',
  );
  const errors = gauge('coffer_scrape_errors', 'Whether the metrics from the database are missing: 1 or 0.');
  const connections = gaugeBy(
    'coffer_database_connections',
    'state',
    'Connections of this process to the database.',
  );
  const most = gauge(
    'coffer_database_connections_max',
    'The maximum number of database connections of this process.',
  );
  const waiting = gauge(
    'coffer_database_waiting',
    'Queries of this process that are waiting for a connection.',
  );

  const attempts = gaugeBy('coffer_open_attempts', 'state', 'Attempts whose outcome is unknown.');
  const cases = gaugeBy('coffer_open_cases', 'kind', 'Cases that a person must decide.');
  const refunds = gaugeBy(
    'coffer_open_refunds',
    'state',
    "Refunds that the gateway's records don't show yet.",
  );
  const cards = gaugeBy(
    'coffer_open_cards',
    'state',
    "Saved or removed cards that the gateway's vault hasn't confirmed yet.",
  );
  const oldestCard = gauge('coffer_oldest_open_card_age_seconds', 'Age of the oldest of these cards.');
  const topUpRequests = gaugeBy(
    'coffer_open_top_ups',
    'reason',
    'Open requests for automatic top-ups, by why they wait.',
  );
  const oldestDueTopUp = gauge(
    'coffer_oldest_due_top_up_age_seconds',
    'Time since the oldest request for an automatic top-up should have been tried.',
  );
  const pausedTopUps = gaugeBy('coffer_paused_top_ups', 'reason', 'Automatic top-ups that are paused.');
  const oldestAttempt = gauge(
    'coffer_oldest_open_attempt_age_seconds',
    'Time since the oldest open attempt without a case was sent.',
  );
  const oldestCase = gauge('coffer_oldest_open_case_age_seconds', 'Age of the oldest open case.');
  const oldestRefund = gauge(
    'coffer_oldest_open_refund_age_seconds',
    'Time since the oldest open refund was requested.',
  );
  const oldestDelivery = gauge(
    'coffer_oldest_webhook_delivery_age_seconds',
    'Time since the oldest event that has not arrived at an active endpoint was queued.',
  );
  const disabledEndpoints = gauge(
    'coffer_webhook_endpoints_disabled',
    'Endpoints that get no events because they failed for three days or answered 410.',
  );
  const paused = gauge('coffer_purchases_paused', 'Whether declined cards have paused purchases: 1 or 0.');

  return ({ state, isReady, connections: use }: Readings): void => {
    ready.set(isReady ? 1 : 0);
    errors.set(state === undefined ? 1 : 0);
    connections.set({ state: 'idle' }, use.idle);
    connections.set({ state: 'busy' }, use.total - use.idle);
    most.set(use.max);
    waiting.set(use.waiting);

    // Remove unknown values: old ones would look current.
    const counts = [attempts, cases, refunds, cards, topUpRequests, pausedTopUps];
    for (const counted of counts) counted.reset();
    const singles = [
      oldestAttempt,
      oldestCase,
      oldestRefund,
      oldestCard,
      oldestDueTopUp,
      paused,
      oldestDelivery,
      disabledEndpoints,
    ];
    for (const single of singles) single.remove();
    if (state === undefined) return;
    for (const [name, count] of Object.entries(state.attempts)) attempts.set({ state: name }, count);
    for (const { kind, count } of state.cases) cases.set({ kind }, count);
    for (const [name, count] of Object.entries(state.refunds)) refunds.set({ state: name }, count);
    for (const [name, count] of Object.entries(state.cards)) cards.set({ state: name }, count);
    // An alert reads it.
    topUpRequests.set({ reason: 'pool-unanswered' }, 0);
    for (const { reason, count } of state.topUpRequests) topUpRequests.set({ reason }, count);
    for (const { reason, count } of state.pausedTopUps) pausedTopUps.set({ reason }, count);
    oldestDueTopUp.set(state.oldestDueTopUpAge);
    oldestAttempt.set(state.oldestAttemptAge);
    oldestCase.set(state.oldestCaseAge);
    oldestRefund.set(state.oldestRefundAge);
    oldestCard.set(state.oldestCardAge);
    paused.set(state.arePurchasesPaused ? 1 : 0);
    oldestDelivery.set(state.oldestDeliveryAge);
    disabledEndpoints.set(state.disabledEndpoints);
  };
};

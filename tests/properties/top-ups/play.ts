import { type TopUp, topUpConsentVersion } from '#contract/top-up.ts';
import { updateCards } from '#server/store/cards/account-updater.ts';
import { HttpError } from '#server/store/http/http-error.ts';
import { purchase } from '#server/store/payments/purchasing.ts';
import { createPlayer, type Player, type Terms } from './player.ts';
import type { CreditStep, Round, SettingsStep, Weather } from './steps.ts';
import type { Shelf, Stores } from './stores.ts';

/** Creates customers without credits, with one saved card each. Every third customer has two. */
export const createPlayers = async (
  { database, network, players: byVault }: Stores,
  count: number,
): Promise<Player[]> => {
  const players = Array.from({ length: count }, (_, index) =>
    createPlayer(
      crypto.randomUUID(),
      Array.from({ length: index % 3 === 0 ? 2 : 1 }, () => ({
        cardId: crypto.randomUUID(),
        vaultId: crypto.randomUUID(),
      })),
    ),
  );
  const saved = await Promise.all(
    players.flatMap((player) =>
      player.cards.map(async (card, index) => {
        byVault.set(card.vaultId, player);
        const transactionId = await network.saveCard(card.vaultId);
        return { ...card, customerId: player.customerId, position: index + 1, transactionId };
      }),
    ),
  );
  await database.query(insertCustomers, [
    players.map(({ customerId }) => customerId),
    players.map(({ cards }) => cards.length),
  ]);
  await database.query(insertCards, [
    saved.map(({ customerId }) => customerId),
    saved.map(({ position }) => position),
    saved.map(({ cardId }) => cardId),
    saved.map(({ vaultId }) => vaultId),
    saved.map(({ transactionId }) => transactionId),
  ]);
  return players;
};

const insertCustomers = `
  with given as (select * from unnest($1::text[], $2::bigint[]) as given (customer_id, entries)),
  known as (insert into customers (customer_id, created_at) select customer_id, store_now() from given),
  counted as (
    insert into ledger_blocks (customer_id, status, block, entries)
    select customer_id, 'failed', ledger_block_of(1), entries from given
  )
  insert into accounts (customer_id, entries) select customer_id, entries from given`;

/** Inserts cards, each with a failed attempt that saved it without giving credits. Faster than real purchases. */
const insertCards = `
  with given as (
    select * from unnest($1::text[], $2::bigint[], $3::uuid[], $4::text[], $5::text[])
      as given (customer_id, position, card_id, vault_id, transaction_id)
  ),
  entries as (
    insert into transactions (
      customer_id, position, transaction_id, order_id, status, product_id, product_name, amount_cents, credits,
      bonus_credits, created_at, settled_at
    )
    select customer_id, position, card_id, card_id, 'failed', 'x', 'x', 1, 1, 0, store_now(), store_now() from given
  ),
  attempts as (
    insert into purchase_attempts (
      customer_id, attempt_id, fingerprint, position, state, sent_at, decided_by, created_at, settled_at, refusal_detail
    )
    select customer_id, card_id, '', position, 'settled', store_now(), 'gateway', store_now(), store_now(), 'x' from given
  )
  insert into cards (
    customer_id, card_id, vault_id, attempt_id, state, brand, last4, expires_on, initial_transaction_id, created_at
  )
  select customer_id, card_id, vault_id, card_id, 'saved', 'visa', '1111', '2040-12-31', transaction_id, store_now()
  from given`;

/** Runs a round of all customers' sequences while two processes charge due top-ups. Then time passes. */
export const playRound = async (
  stores: Stores,
  shelf: Shelf,
  players: readonly Player[],
  rounds: readonly (Round | undefined)[],
  { kill, price, seconds }: Weather,
): Promise<void> => {
  const { network, clock } = stores;
  if (price !== undefined) await shelf.putOnSale(price);
  const workers = stores.workers();
  const doomed = kill && workers[kill.process];
  if (doomed) network.killAt(doomed.sender, kill.sale, kill.isCharged);
  const steps = players.map(async (player, index) => {
    const round = rounds[index];
    if (round === undefined) return;
    player.deliveries.splice(0, player.deliveries.length, ...round.deliveries);
    await Promise.all([
      round.settings && changeSettings(stores, shelf, player, round.settings),
      moveCredits(stores, shelf, player, round.step),
    ]);
  });
  await Promise.all([...steps, ...workers.map(({ work }) => work())]);
  await chargeDue(stores, players.length);
  await clock.advance(seconds * 1_000);
  await network.deliverLate();
  await Promise.all(stores.workers().map(({ sweep }) => sweep('due')));
};

/** Number of customers that a process charges in one batch. */
const batchSize = 20;

const chargeDue = async ({ database, workers }: Stores, customers: number): Promise<void> => {
  for (let charged = 0; charged <= customers; charged += batchSize) {
    const due = await database.query('select from top_up_requests where try_at <= store_now() limit 1');
    if (due.length === 0) return;
    await workers()[0]?.work();
  }
};

/** Changes settings, and records which charges are allowed then: those that the store confirms or reports as sent. */
export const changeSettings = async (
  stores: Stores,
  shelf: Shelf,
  player: Player,
  step: SettingsStep,
): Promise<void> => {
  const { terms } = player;
  const next = termsOf(shelf, player, step);
  player.next = next;
  const answer = await unlessRefused(carryOut(stores, shelf, player, step));
  player.next = undefined;
  if (answer === undefined) return;
  const { isStopped, topUp } = answer;
  if (step.does === 'save') player.agreement = next;
  player.terms = topUp.state === 'on' && !isStopped ? player.agreement : undefined;
  if (topUp.open_charge === null) return;
  const [row] = await stores.database.query<{ orderId: string }>(
    'select order_id as "orderId" from transactions where customer_id = $1 and transaction_id = $2',
    [player.customerId, topUp.open_charge.transaction_id],
  );
  const orderId = row?.orderId ?? '';
  player.reported.set(orderId, [...(player.reported.get(orderId) ?? []), terms, next]);
};

/** Returns the terms that the customer agrees to in this step. */
const termsOf = ({ products }: Shelf, { cards, agreement }: Player, step: SettingsStep): Terms => {
  if (step.does === 'resume') return agreement;
  if (step.does !== 'save') return undefined;
  const cents = products[step.product]?.priceCents ?? 0;
  return { vaultId: at(cards, step.card).vaultId, cents, limitCents: step.limit * cents };
};

interface Answer {
  readonly topUp: TopUp;
  /** Whether no charges are allowed after the step, whatever the store returns. */
  readonly isStopped: boolean;
}

const carryOut = async (
  { database, clock, topUps, cards, front, network }: Stores,
  { products }: Shelf,
  player: Player,
  step: SettingsStep,
): Promise<Answer> => {
  const { customerId } = player;
  const answered = (topUp: TopUp, isStopped = false): Answer => ({ topUp, isStopped });
  let isStopped = false;
  switch (step.does) {
    case 'save': {
      const product = at(products, step.product);
      return answered(
        await topUps.save({
          caller: { customerId, authenticatedAt: clock.now },
          request: {
            threshold_credits: step.threshold,
            product_id: product.id,
            card_id: at(player.cards, step.card).cardId,
            monthly_limit_cents: step.limit * product.priceCents,
            consent: topUpConsentVersion,
          },
          expectedCents: product.priceCents,
        }),
      );
    }
    case 'turn off':
      return answered(await topUps.turnOff(customerId), true);
    case 'remove the card':
      await cards.remove(customerId, at(player.cards, step.card).cardId);
      isStopped = isOfAgreement(player, step.card);
      break;
    case 'resume':
      await database.query('select resume_top_up($1)', [customerId]);
      break;
    case 'take back': {
      const orderId = [...player.charged].at(-1 - step.place);
      if (orderId === undefined) break;
      const gateway = network.gateway();
      const reverse = {
        refund: () => gateway.refund(orderId, { orderId }),
        void: () => gateway.void(orderId),
        chargeback: () => gateway.returnCharge(orderId),
      };
      const reversed = await reverse[step.kind]();
      const checked = await front.recovery.recheck(orderId, 'event 1');
      isStopped = typeof reversed !== 'string' && checked?.moved === true;
      break;
    }
    case 'close the account':
      await updateCards(front.parts, {
        type: 'acu.summary.closedaccount',
        vaultIds: [at(player.cards, step.card).vaultId],
        date: undefined,
        receivedAt: clock.now,
      });
      isStopped = isOfAgreement(player, step.card);
  }
  return answered(await topUps.read(customerId), isStopped);
};

const isOfAgreement = ({ agreement, cards }: Player, card: number): boolean =>
  agreement?.vaultId === at(cards, card).vaultId;

const moveCredits = async (
  { clock, credits, front }: Stores,
  { products }: Shelf,
  { customerId, cards }: Player,
  step: CreditStep,
): Promise<unknown> => {
  const call = { id: crypto.randomUUID(), customerId };
  switch (step.does) {
    case 'spend':
      return credits.spend({ ...call, credits: step.credits, reference: null, description: null });
    case 'hold':
      return credits.hold({
        ...call,
        credits: step.credits,
        expiresInSeconds: step.seconds,
        reference: null,
      });
    case 'grant': {
      const expiresAt = new Date(clock.now.getTime() + step.hours * 3_600_000);
      return credits.grant({ ...call, credits: step.credits, reason: 'x', expiresAt, priority: 100 });
    }
    case 'buy':
      return unlessRefused(
        purchase(front.parts, {
          caller: { customerId, authenticatedAt: clock.now, device: null },
          request: { product_id: at(products, step.product).id, card_id: at(cards, step.card).cardId },
          attemptId: call.id,
          expectedCents: undefined,
          ipAddress: undefined,
        }),
      );
  }
};

/** Returns the result, or undefined if the store refused. */
const unlessRefused = async <Result>(work: Promise<Result>): Promise<Result | undefined> => {
  try {
    return await work;
  } catch (error) {
    if (error instanceof HttpError) return undefined;
    throw error;
  }
};

/** Returns the item at this index, modulo the length. */
const at = <Item>(items: readonly Item[], place: number): Item => {
  const item = items[place % items.length];
  if (item === undefined) throw new Error('There is none.');
  return item;
};

/** Lets time pass until the gateway's records have settled what they can, and then drops open requests and attempts. */
export const settle = async ({ database, clock, network, front }: Stores): Promise<void> => {
  await network.deliverLate();
  for (let look = 0; look < 2; look += 1) {
    await clock.advance(20 * 60_000);
    await front.sweep('all');
  }
  await database.query(
    `update top_up_requests set state = 'dropped', try_at = null, reason = 'the end', ended_at = store_now() where state = 'open'`,
  );
  await database.query('update purchase_attempts set check_at = null where check_at is not null');
  await network.startOver();
};

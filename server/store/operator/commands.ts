import { Argument, Option } from 'commander';
import { adjust } from './adjust.ts';
import * as read from './arguments.ts';
import { showAttempt } from './attempt.ts';
import { listActions } from './audit.ts';
import { setBlocked } from './block.ts';
import { proveBooks } from './books.ts';
import { decideCase, listUndecided } from './cases.ts';
import { resumePurchases, showCircuitBreaker } from './circuit-breaker.ts';
import { showCustomer } from './customer.ts';
import { eraseCustomer } from './erase.ts';
import { exportCustomer } from './export.ts';
import { addKey, listKeys, revokeKey, showKey } from './keys.ts';
import { addProduct, changeProduct, listProducts, showProductHistory, withdrawProduct } from './products.ts';
import { reconcile } from './reconcile.ts';
import { refund } from './refund.ts';
import { noteRestore } from './restored.ts';
import type { CommandWork } from './tools.ts';
import { topUpStates } from './top-up-records.ts';
import { listTopUps, pauseTopUp, resumeTopUp } from './top-ups.ts';
import { showHold, showSpend } from './undo-credits.ts';
import {
  addWebhook,
  enableWebhook,
  listWebhooks,
  removeWebhook,
  rotateWebhook,
  sendEvent,
} from './webhooks.ts';

/** What each command does, in the help. */
export const descriptions = {
  customer: 'show the balance, purchases, attempts and cases of a customer',
  block: 'stop all purchases of a customer immediately',
  unblock: 'let a blocked customer buy again',
  attempt: 'show everything about a purchase attempt',
  open: 'list open cases, attempts and refunds, and why they are open',
  'open close': 'close a case permanently',
  refund: 'refund a purchase in full or in part, through the gateway',
  adjust: 'give a customer credits, or remove some',
  spend: 'show a spend of the merchant’s API',
  hold: 'show a hold of the merchant’s API',
  brake: 'show whether declined cards paused purchases, and whose cards they were',
  resume: 'end a pause of purchases after declined cards',
  'top-ups': 'show, pause and resume customers’ automatic top-ups',
  'top-ups list': 'list automatic top-ups, and why an open request waits',
  'top-ups pause': 'pause a customer’s automatic top-up',
  'top-ups resume': 'resume a paused top-up; this charges nothing',
  products: 'list and change packages; changes apply to all processes at once',
  'products add': 'put a new or withdrawn product on sale',
  'products change': 'change a product; existing purchases keep their price and credits',
  'products withdraw': 'take a product off sale',
  'products history': 'list all versions of a product',
  keys: 'create, list, trace and revoke keys of the merchant’s API (/v1/)',
  'keys add': 'create a key and show it, this one time',
  'keys list': 'list active keys by their prefixes, with their last use',
  'keys show': 'list what a key changed, newest first',
  'keys revoke': 'revoke a key at once',
  webhooks: 'choose where the store sends the merchant’s events, and send one again',
  'webhooks add': 'send events to a URL from now on, and show its signing secret, this one time',
  'webhooks list': 'list endpoints, and whether events arrive',
  'webhooks remove': 'remove an endpoint and the events that wait for it',
  'webhooks enable': 'enable a disabled endpoint, and send the events it missed',
  'webhooks rotate': 'show a new secret, this one time; the old one also signs for a day',
  'webhooks send': 'send an event of the last 30 days again',
  reconcile: 'compare the gateway’s records of a day with the books',
  books: 'check all balances and counts against the postings, for example after a restore',
  restored: 'give new events ids above all earlier ones (after a restore, before the store starts)',
  export: 'print all data of a customer as JSON',
  erase: 'erase a customer’s personal data; the books stay. Delete the user in the pool first',
  audit: 'list what operators did, newest first',
};

/** Adds a command. */
export type AddCommand = <Given>(
  /** The name as typed. A command must be added before its subcommands. */
  name: keyof typeof descriptions,
  parameters: readonly (Argument | Option)[],
  /** Undefined if only subcommands do something. */
  work?: CommandWork<Given>,
) => void;

const argument = <Value>(name: string, description: string, parse?: (text: string) => Value): Argument => {
  const made = new Argument(name, description);
  return parse ? made.argParser(parse) : made;
};

const option = <Value>(
  flags: string,
  description: string,
  parse?: (text: string) => Value,
  usual?: Value,
): Option => {
  const made = new Option(flags, description).default(usual);
  return parse ? made.argParser(parse) : made;
};

const required = (given: Option): Option => given.makeOptionMandatory();

const customer = argument('<customer>', 'email address or customer id');
const attempt = argument('<attempt>', 'attempt id (the order id), or the gateway’s transaction id');
const product = argument('<product>', 'product id', read.productId);
const endpoint = argument('<endpoint>', 'its id, from `webhooks list`', read.id);
const yes = option('--yes', 'skip the confirmation');
const why = ['--reason <text>', 'the reason, kept forever: do not name anyone', read.reason] as const;
const reason = option(...why);
const requiredReason = required(option(...why));
const limit = (description: string) => option('--limit <rows>', description, read.atLeast(1), 20);

export const addCommands = (add: AddCommand): void => {
  addCaseCommands(add);
  addMoneyCommands(add);
  addTopUpCommands(add);
  addProductCommands(add);
  addKeyCommands(add);
  addWebhookCommands(add);
  addRecordCommands(add);
};

const addCaseCommands = (add: AddCommand): void => {
  const rows = limit('maximum number of purchases and attempts');
  const note = option('--note <text>', 'what you decided, kept forever: do not name anyone', read.reason);
  add('customer', [customer, rows], showCustomer);
  add('block', [customer, reason], setBlocked('block'));
  add('unblock', [customer, reason], setBlocked('unblock'));
  add('attempt', [attempt], showAttempt);
  add('open', [], listUndecided);
  add('open close', [argument('<case>', 'case id', read.id), required(note)], decideCase);
};

const addMoneyCommands = (add: AddCommand): void => {
  const cents = argument(
    '[cents]',
    'US cents, a whole number (500 is $5.00); default: all that is left',
    read.cents,
  );
  const credits = argument('<credits>', 'a whole number; negative removes credits', read.credits);
  const belowZero = option('--below-zero', 'allow a balance below zero');
  const id = argument('<id>', 'its id, a UUID', read.id);
  add('refund', [attempt, cents, reason, yes], refund);
  add('adjust', [customer, credits, requiredReason, belowZero, yes], adjust);
  add('spend', [id, option('--undo', 'return all credits that it has left'), reason, yes], showSpend);
  add('hold', [id, option('--undo', 'release it'), reason, yes], showHold);
  add('brake', [], showCircuitBreaker);
  add('resume', [requiredReason], resumePurchases);
};

const addTopUpCommands = (add: AddCommand): void => {
  const only = option(
    '--customer <customer>',
    'only this customer’s (email address or id), with the latest requests',
  );
  const state = option('--state <state>', 'only this state; default: on and paused').choices(topUpStates);
  const rows = limit('maximum number of rows');
  add('top-ups', []);
  add('top-ups list', [only, state, rows], listTopUps);
  add('top-ups pause', [customer, reason], pauseTopUp);
  add('top-ups resume', [customer, reason], resumeTopUp);
};

const addProductCommands = (add: AddCommand): void => {
  const name = () => option('--name <text>', 'name shown to customers', read.textWithin(1, 100));
  const price = () => option('--price <cents>', 'US cents: 500 is $5.00', read.cents);
  const credits = () => option('--credits <number>', 'credits for the price', read.amountFrom(1));
  const bonus = (usual?: number) =>
    option('--bonus <number>', 'free credits on top', read.amountFrom(0), usual);
  const lifetimes = ['credits', 'bonus'].map((kind) =>
    option(
      `--${kind}-expire <days>`,
      `how long ${kind === 'bonus' ? 'bonus' : 'bought'} credits last after the purchase, or never (default)`,
      read.lifetime,
    ),
  );
  const description = (usual?: string) =>
    option('--description <text>', 'line shown below the name', read.textWithin(0, 200), usual);
  const rank = option('--rank <number>', 'position: products are shown in this order', read.atLeast(1));
  add('products', [option('--all', 'include withdrawn products')], listProducts);
  add(
    'products add',
    [product, ...[name(), price(), credits()].map(required), bonus(0), ...lifetimes, description(''), rank],
    addProduct,
  );
  add(
    'products change',
    [product, name(), price(), credits(), bonus(), ...lifetimes, description(), rank],
    changeProduct,
  );
  add('products withdraw', [product], withdrawProduct);
  add('products history', [product], showProductHistory);
};

const addKeyCommands = (add: AddCommand): void => {
  const name = argument('<name>', 'the program that uses it; a name can have two active keys', read.keyName);
  const scopes = option(
    '--scopes <list>',
    'read, spend, grant or several of them, separated by commas',
    read.keyScopes,
  );
  add('keys', []);
  add('keys add', [name, required(scopes)], addKey);
  add('keys list', [option('--all', 'include revoked keys')], listKeys);
  add(
    'keys show',
    [argument('<prefix>', 'its prefix; the key may be revoked'), limit('maximum number of changes')],
    showKey,
  );
  add('keys revoke', [argument('<key>', 'its prefix, or its name if no other key has it')], revokeKey);
};

const addWebhookCommands = (add: AddCommand): void => {
  const event = argument('<event>', 'its id, 16 digits', read.eventId);
  const to = argument('[endpoint]', 'the endpoint to send to; default: all', read.id);
  add('webhooks', []);
  add('webhooks add', [argument('<url>', 'https, or http on this machine')], addWebhook);
  add('webhooks list', [], listWebhooks);
  add('webhooks remove', [endpoint], removeWebhook);
  add('webhooks enable', [endpoint], enableWebhook);
  add('webhooks rotate', [endpoint], rotateWebhook);
  add('webhooks send', [event, to], sendEvent);
};

const addRecordCommands = (add: AddCommand): void => {
  const day = argument('<day>', 'YYYY-MM-DD, from midnight to midnight UTC', read.day);
  const accountStays = option(
    '--account-stays',
    'erase even if the user pool still has the account, or gives no response',
  );
  const only = option('--customer <customer>', 'only actions about this customer (email address or id)');
  add('reconcile', [day], reconcile);
  add('books', [], proveBooks);
  add('restored', [], noteRestore);
  add('export', [customer], exportCustomer);
  add('erase', [customer, accountStays, yes], eraseCustomer);
  add('audit', [only, limit('maximum number of actions')], listActions);
};

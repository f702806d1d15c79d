import type { Command } from 'commander';
import { readEventId, readId } from './arguments.ts';
import type { RegisterCommand } from './tools.ts';
import {
  addWebhook,
  enableWebhook,
  listWebhooks,
  removeWebhook,
  rotateWebhook,
  sendEvent,
} from './webhooks.ts';

const endpointArgument = ['<endpoint>', 'its id, from `webhooks list`', readId] as const;

export const addWebhookCommands = (program: Command, register: RegisterCommand): void => {
  const webhooks = program
    .command('webhooks')
    .description('choose where the store sends the merchant’s events, and send one again');

  webhooks
    .command('add')
    .description('send events to a URL from now on, and show its signing secret, this one time')
    .argument('<url>', 'https, or http on this machine')
    .action((url: string) => register((tools) => addWebhook(tools, { url })));

  webhooks
    .command('list')
    .description('list endpoints, and whether events arrive')
    .action(() => register(listWebhooks));

  for (const [name, work, description] of [
    ['remove', removeWebhook, 'remove an endpoint and the events that wait for it'],
    ['enable', enableWebhook, 'send again to a disabled endpoint, with the events it missed'],
    ['rotate', rotateWebhook, 'show a new secret, this one time; the old one also signs for a day'],
  ] as const)
    webhooks
      .command(name)
      .description(description)
      .argument(...endpointArgument)
      .action((id: string) => register((tools) => work(tools, { id })));

  webhooks
    .command('send')
    .description('send an event of the last 30 days again')
    .argument('<event>', 'its id, 16 digits', readEventId)
    .argument('[endpoint]', 'where to; default: everywhere', readId)
    .action((event: number, endpoint: string | undefined) =>
      register((tools) => sendEvent(tools, { event, endpoint: endpoint ?? null })),
    );
};

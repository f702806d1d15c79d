import { readConfig, type StoreConfig } from '#server/store/config/config.ts';
import type { Database } from '#server/store/database/database.ts';
import { createCardGateway } from '#server/store/gateway/gateway.ts';
import type { FindPoolAccount } from '#server/store/identity/pool-accounts.ts';
import type { LogFields } from '#server/store/logging/logging.ts';
import { runCoffer } from '#server/store/operator/run.ts';
import type { ExitCode } from '#server/store/operator/tools.ts';
import { createRecordingLog } from './logs.ts';

export interface Answered {
  readonly exitCode: ExitCode;
  readonly text: string;
  readonly complaints: string;
}

export interface Operator {
  readonly config: StoreConfig;
  readonly logged: LogFields[];
  answer: string;
  run(...args: string[]): Promise<Answered>;
  // biome-ignore lint/suspicious/noExplicitAny: tests compare parts of the output
  json(...args: string[]): Promise<any>;
}

interface Gateway {
  readonly url: string;
  readonly securityKey: string;
}

export const createOperator = (
  database: Database,
  gateway?: Gateway,
  findPoolAccount: FindPoolAccount = async () => 'gone',
  environment: Record<string, string> = {},
): Operator => {
  const config = readConfig({
    PORT: '0',
    DATA_DIR: 'not-used',
    COGNITO_ISSUER: 'http://127.0.0.1/pool',
    COGNITO_CLIENT_ID: 'tests',
    GATEWAY_URL: gateway?.url ?? 'http://127.0.0.1/',
    GATEWAY_SECURITY_KEY: gateway?.securityKey ?? 'none',
    ALLOWED_ORIGINS: 'http://localhost',
    GATEWAY_TIMEOUT_MS: '20000',
    ...environment,
  });
  const logged: LogFields[] = [];
  const tools = {
    database,
    config,
    log: createRecordingLog(logged),
    operator: 'grace',
    gateway: gateway && createCardGateway(config.gateway),
    findPoolAccount,
    close: async () => undefined,
  };
  const operator: Operator = {
    config,
    logged,
    answer: '',
    async run(...args) {
      const printed: string[] = [];
      const complained: string[] = [];
      const terminal = {
        print: (text: string) => void printed.push(text),
        writeError: (text: string) => void complained.push(text),
        readLine: async () => operator.answer,
      };
      const exitCode = await runCoffer(args, terminal, async () => tools);
      return { exitCode, text: printed.join('\n'), complaints: complained.join('\n') };
    },
    async json(...args) {
      const { text, complaints } = await operator.run(...args, '--json');
      if (text === '') throw new Error(complaints);
      return JSON.parse(text);
    },
  };
  return operator;
};

import type { AppConfig } from './config-problems.ts';
import {
  isHost,
  isLanguageTag,
  isOneLine,
  isPrivate,
  isSupport,
  isWebAddress,
  longestUserPoolId,
  storageKinds,
  userPoolIdPattern,
  verifications,
} from './config-rules.ts';
import { isRecord } from './records.ts';

class Misfit extends Error {}

const misfit = (): never => {
  throw new Misfit();
};

const readRecord = (value: unknown) => (isRecord(value) ? value : misfit());

const readBoolean = (value: unknown) => (typeof value === 'boolean' ? value : misfit());

const readText = (value: unknown, fits: (text: string) => boolean = () => true): string => {
  const text = typeof value === 'string' ? value.trim() : '';
  return text !== '' && fits(text) ? text : misfit();
};

const readWebAddress = (value: unknown) => readText(value, (text) => isWebAddress(text) && isPrivate(text));

const readOption = <Option extends string>(value: unknown, options: readonly Option[]): Option =>
  options.find((option) => option === value) ?? misfit();

const readConfiguration = (content: unknown): AppConfig => {
  const site = readRecord(content);
  const { productName = 'Credits', storage = 'local', idempotencyKey = false } = site;
  const { apiBaseUrl, inspect, machinesPanel } = site;
  const cognito = readRecord(site['cognito']);
  const { userPoolId, clientId, endpoint, hostedUiDomain, verification } = cognito;
  const { scriptUrl, tokenizationKey } = readRecord(site['gateway']);
  return {
    productName: readText(productName, isOneLine),
    apiBaseUrl: readWebAddress(apiBaseUrl),
    cognito: {
      userPoolId: readText(
        userPoolId,
        (text) => userPoolIdPattern.test(text) && text.length <= longestUserPoolId,
      ),
      clientId: readText(clientId),
      ...('endpoint' in cognito && { endpoint: readWebAddress(endpoint) }),
      ...('hostedUiDomain' in cognito && {
        hostedUiDomain: readText(hostedUiDomain, isHost),
      }),
      ...('verification' in cognito && { verification: readOption(verification, verifications) }),
    },
    gateway: { scriptUrl: readWebAddress(scriptUrl), tokenizationKey: readText(tokenizationKey) },
    storage: readOption(storage, storageKinds),
    idempotencyKey: readBoolean(idempotencyKey),
    ...('language' in site && { language: readText(site['language'], isLanguageTag) }),
    ...('reportUrl' in site && { reportUrl: readWebAddress(site['reportUrl']) }),
    ...('cspReportUrl' in site && { cspReportUrl: readWebAddress(site['cspReportUrl']) }),
    ...('support' in site && { support: readText(site['support'], isSupport) }),
    ...('seller' in site && { seller: readText(site['seller'], isOneLine) }),
    ...('usTerritories' in site && { usTerritories: readBoolean(site['usTerritories']) }),
    ...('inspect' in site && { inspect: readBoolean(inspect) }),
    ...('machinesPanel' in site && { machinesPanel: readBoolean(machinesPanel) }),
  };
};

/**
 * The configuration that a content stands for, null when any field is wrong or missing. It agrees with the schema, which
 * knows what is wrong: that, with its library, is loaded only then.
 */
export const fitConfig = (content: unknown): AppConfig | null => {
  try {
    return readConfiguration(content);
  } catch (error) {
    if (error instanceof Misfit) return null;
    throw error;
  }
};

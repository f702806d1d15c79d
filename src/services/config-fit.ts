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

const misfit = (): never => {
  throw new RangeError('A field does not fit');
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

/** A field that may be missing, in an object that lacks it then. */
const readOptional = <Name extends string, Field>(
  from: Readonly<Record<string, unknown>>,
  name: Name,
  read: (value: unknown) => Field,
) => {
  const fields: { [Key in Name]?: Field } = {};
  if (name in from) fields[name] = read(from[name]);
  return fields;
};

const readName = (value: unknown) => readText(value, isOneLine);

const readConfiguration = (content: unknown): AppConfig => {
  const site = readRecord(content);
  const { productName = 'Credits', storage = 'local', idempotencyKey = false } = site;
  const cognito = readRecord(site['cognito']);
  const { scriptUrl, tokenizationKey } = readRecord(site['gateway']);
  return {
    productName: readName(productName),
    apiBaseUrl: readWebAddress(site['apiBaseUrl']),
    cognito: {
      userPoolId: readText(
        cognito['userPoolId'],
        (text) => userPoolIdPattern.test(text) && text.length <= longestUserPoolId,
      ),
      clientId: readText(cognito['clientId']),
      ...readOptional(cognito, 'endpoint', readWebAddress),
      ...readOptional(cognito, 'hostedUiDomain', (value) => readText(value, isHost)),
      ...readOptional(cognito, 'verification', (value) => readOption(value, verifications)),
    },
    gateway: { scriptUrl: readWebAddress(scriptUrl), tokenizationKey: readText(tokenizationKey) },
    storage: readOption(storage, storageKinds),
    idempotencyKey: readBoolean(idempotencyKey),
    ...readOptional(site, 'language', (value) => readText(value, isLanguageTag)),
    ...readOptional(site, 'reportUrl', readWebAddress),
    ...readOptional(site, 'cspReportUrl', readWebAddress),
    ...readOptional(site, 'support', (value) => readText(value, isSupport)),
    ...readOptional(site, 'seller', readName),
    ...readOptional(site, 'usTerritories', readBoolean),
    ...readOptional(site, 'inspect', readBoolean),
    ...readOptional(site, 'machinesPanel', readBoolean),
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
    if (error instanceof RangeError) return null;
    throw error;
  }
};

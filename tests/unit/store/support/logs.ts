import type { Log, LogFields } from '#server/store/logging/logging.ts';

const ignore = () => undefined;

export const silentLog: Log = { info: ignore, warn: ignore, error: ignore };

/** Creates a log that appends each line's fields to `lines`. */
export const createRecordingLog = (lines: LogFields[]): Log => {
  const record = (fields: LogFields) => void lines.push(fields);
  return { info: record, warn: record, error: record };
};

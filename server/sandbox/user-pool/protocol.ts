import { randomUUID } from 'node:crypto';
import { mediaType } from '../http/body.ts';
import { CognitoError } from './errors.ts';

/** Amazon's JSON protocol 1.1: the operation stands in a header, input and output are JSON. */
const contentType = 'application/x-amz-json-1.1';
const targetPrefix = 'AWSCognitoIdentityProviderService.';

/** Longest request body, in bytes: far above any valid one. */
export const maxBodyBytes = 256 * 1024;

/** The name of the operation that a request asks for. Throws UnknownOperationException when it names none. */
export function operationName(headers: Headers): string {
  const target = headers.get('x-amz-target') ?? '';
  if (!target.startsWith(targetPrefix)) throw unknownOperation();
  return target.slice(targetPrefix.length);
}

/** The input of an operation: any JSON object. Throws SerializationException for everything else. */
export async function readPayload(request: Request): Promise<object> {
  if (mediaType(request.headers) !== contentType)
    throw serializationError(`Content-Type must be ${contentType}`);
  const payload: unknown = await request.json().catch(() => {
    throw serializationError('The request body is not JSON');
  });
  if (typeof payload === 'object' && payload !== null && !Array.isArray(payload)) return payload;
  throw serializationError('The request body must be a JSON object');
}

export const unknownOperation = (): CognitoError =>
  new CognitoError('UnknownOperationException', 'The requested operation is not known to this user pool.');

const serializationError = (message: string): CognitoError =>
  new CognitoError('SerializationException', message);

export function resultResponse(result: object): Response {
  return new Response(JSON.stringify(result), { status: 200, headers: responseHeaders() });
}

/** Cognito's error form: name and text stand in the body and in headers. */
export function errorResponse(error: CognitoError, status = 400): Response {
  return new Response(JSON.stringify({ __type: error.name, message: error.message }), {
    status,
    headers: {
      ...responseHeaders(),
      'x-amzn-errortype': `${error.name}:`,
      'x-amzn-errormessage': headerText(error.message),
    },
  });
}

const responseHeaders = () => ({ 'content-type': contentType, 'x-amzn-requestid': randomUUID() });

/** A text may quote what was sent: a header takes only printable ASCII of it, and not at any length. */
const headerText = (text: string): string => text.replace(/[^\x20-\x7e]/g, '?').slice(0, 1000);

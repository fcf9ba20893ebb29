import { createHash } from 'node:crypto';

export const REGION = 'eu-west-1';
export const ACCOUNT = '000000000000';
export const URL_SUFFIX = 'amazonaws.com';
export const PARTITION = 'aws';

/** `arn:aws:{service}:eu-west-1:000000000000:{resource}` */
export function arnOf(service: string, resource: string): string {
  return `arn:${PARTITION}:${service}:${REGION}:${ACCOUNT}:${resource}`;
}

/** A name for a resource without one in its template: readable, and the same at every start. */
export function generatedName(resource: { stack: string; logicalId: string }, maxLength: number): string {
  const hash = createHash('sha256').update(`${resource.stack}/${resource.logicalId}`).digest('hex').slice(0, 8);
  return `${`${resource.stack}-${resource.logicalId}`.slice(0, maxLength - 9)}-${hash}`;
}

/** An id like those that AWS generates: `length` hexadecimal digits, the same at every start. */
export function generatedId(resource: { stack: string; logicalId: string }, length: number): string {
  return createHash('sha256').update(`${resource.stack}/${resource.logicalId}/id`).digest('hex').slice(0, length);
}

export const REGION = 'eu-west-1';
export const ACCOUNT = '000000000000';
export const URL_SUFFIX = 'amazonaws.com';
export const PARTITION = 'aws';

/** `arn:aws:{service}:eu-west-1:000000000000:{resource}` */
export function arnOf(service: string, resource: string): string {
  return `arn:${PARTITION}:${service}:${REGION}:${ACCOUNT}:${resource}`;
}

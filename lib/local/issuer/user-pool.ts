import { isObject, objectOf } from '../json.ts';
import { arnOf } from '../template/names.ts';
import type { Resource } from '../template/stacks.ts';
import { UnsupportedError } from '../template/unsupported.ts';

/** An `AWS::Cognito::UserPoolClient`: a page that users sign in to. */
export interface PoolClient {
  clientId: string;
  callbackUrls: string[];
  logoutUrls: string[];
  scopes: string[];
  idTokenLifeSeconds: number;
  accessTokenLifeSeconds: number;
  refreshTokenLifeSeconds: number;
  /** How long an exchanged refresh token may be used again, in case the response was lost. */
  rotationGraceSeconds: number;
}

/** The properties of the assembly's user pool that the local issuer supports. */
export interface UserPool {
  arn: string;
  clients: PoolClient[];
  groups: ReadonlySet<string>;
  mayAnyoneSignUp: boolean;
}

const UNIT_SECONDS: Record<string, number> = { minutes: 60, hours: 3600, days: 86_400 };

/** The user pool of the assembly; undefined when there is none. Throws for a second one. */
export function readUserPool(resources: readonly Resource[]): UserPool | undefined {
  const ofType = (type: string) => resources.filter((resource) => resource.type === `AWS::Cognito::${type}`);
  const [pool, second] = ofType('UserPool');
  if (second) throw new UnsupportedError(second, 'resource type', 'only one user pool is supported');
  if (!pool) return undefined;
  const own = (type: string) => ofType(type).filter(({ properties }) => properties.UserPoolId === pool.physicalId);
  const { AdminCreateUserConfig: admin } = pool.properties;
  return {
    arn: poolArn(pool),
    clients: own('UserPoolClient').map(readClient),
    groups: new Set(own('UserPoolGroup').map(({ properties }) => String(properties.GroupName))),
    mayAnyoneSignUp: !(isObject(admin) && admin.AllowAdminCreateUserOnly === true),
  };
}

export function poolArn({ physicalId }: Pick<Resource, 'physicalId'>): string {
  return arnOf('cognito-idp', `userpool/${physicalId}`);
}

function readClient(client: Resource): PoolClient {
  const { properties, physicalId: clientId } = client;
  if (properties.GenerateSecret === true)
    throw new UnsupportedError(client, 'property GenerateSecret', 'only clients without a secret are supported');
  const flows = texts(properties.AllowedOAuthFlows);
  if (flows.some((flow) => flow !== 'code') || properties.AllowedOAuthFlowsUserPoolClient !== true)
    throw new UnsupportedError(client, 'property AllowedOAuthFlows', 'only the flow "code" is supported');
  const { Feature: rotates, RetryGracePeriodSeconds: graceSeconds } = objectOf(properties.RefreshTokenRotation);
  if (rotates !== 'ENABLED')
    throw new UnsupportedError(client, 'property RefreshTokenRotation', 'only rotated refresh tokens are supported');
  return {
    clientId,
    callbackUrls: texts(properties.CallbackURLs),
    logoutUrls: texts(properties.LogoutURLs),
    scopes: texts(properties.AllowedOAuthScopes),
    idTokenLifeSeconds: lifeSeconds(client, 'IdToken'),
    accessTokenLifeSeconds: lifeSeconds(client, 'AccessToken'),
    refreshTokenLifeSeconds: lifeSeconds(client, 'RefreshToken'),
    rotationGraceSeconds: Number(graceSeconds ?? 0),
  };
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function lifeSeconds(client: Resource, token: string): number {
  const { [`${token}Validity`]: value, TokenValidityUnits: units } = client.properties;
  const unitSeconds = UNIT_SECONDS[String(objectOf(units)[token])];
  if (value === undefined || unitSeconds === undefined)
    throw new UnsupportedError(client, `property ${token}Validity`, 'it needs a value and a unit');
  return Number(value) * unitSeconds;
}

import { isObject, type JsonObject, objectOf } from '../json.ts';
import type { Resource } from '../template/stacks.ts';
import { UnsupportedError } from '../template/unsupported.ts';

type Headers = [name: string, value: string][];

/** An `AWS::CloudFront::ResponseHeadersPolicy`: the headers that every response has, in place of the origin's. */
export class HeadersPolicy {
  readonly #added: Headers;

  constructor(resource: Resource) {
    const config = objectOf(resource.properties.ResponseHeadersPolicyConfig);
    const [security, custom] = [objectOf(config.SecurityHeadersConfig), customItems(config)];
    if (![...Object.values(security).map(objectOf), ...custom].every(({ Override }) => Override === true))
      throw new UnsupportedError(resource, 'property Override', 'only true is supported');
    this.#added = [
      ...securityHeaders(security),
      ...custom.map(({ Header, Value }): [string, string] => [String(Header), String(Value)]),
    ];
  }

  apply(headers: Headers): Headers {
    const added = new Set(this.#added.map(([name]) => name.toLowerCase()));
    return [...headers.filter(([name]) => !added.has(name.toLowerCase())), ...this.#added];
  }
}

function customItems(config: JsonObject): JsonObject[] {
  const { Items: items } = objectOf(config.CustomHeadersConfig);
  return Array.isArray(items) ? items.map(objectOf) : [];
}

function securityHeaders(config: JsonObject): Headers {
  const values: [setting: string, name: string, value: (setting: JsonObject) => string][] = [
    ['ContentSecurityPolicy', 'Content-Security-Policy', (setting) => String(setting.ContentSecurityPolicy)],
    ['ContentTypeOptions', 'X-Content-Type-Options', () => 'nosniff'],
    ['FrameOptions', 'X-Frame-Options', (setting) => String(setting.FrameOption)],
    ['ReferrerPolicy', 'Referrer-Policy', (setting) => String(setting.ReferrerPolicy)],
    // Sent as on AWS; browsers apply it over https only.
    ['StrictTransportSecurity', 'Strict-Transport-Security', transportSecurity],
  ];
  return values.flatMap(([key, name, value]) => {
    const setting = config[key];
    return isObject(setting) ? [[name, value(setting)]] : [];
  });
}

function transportSecurity({ AccessControlMaxAgeSec: seconds, IncludeSubdomains }: JsonObject): string {
  return `max-age=${seconds}${IncludeSubdomains === true ? '; includeSubDomains' : ''}`;
}

import { isObject, type Json, type JsonObject, objectOf } from '../json.ts';
import type { Resource } from '../template/stacks.ts';

interface AddedHeader {
  name: string;
  value: string;
  /** Whether it replaces the origin's header; otherwise it is added only when missing. */
  override: boolean;
}

type Headers = [name: string, values: string[]][];

/** An `AWS::CloudFront::ResponseHeadersPolicy`: the headers that are added to every response. */
export class HeadersPolicy {
  readonly #added: AddedHeader[];

  constructor(resource: Resource) {
    const config = objectOf(resource.properties.ResponseHeadersPolicyConfig);
    this.#added = [...securityHeaders(objectOf(config.SecurityHeadersConfig)), ...customHeaders(config)];
  }

  apply(headers: Headers): Headers {
    const result: Headers = [...headers];
    for (const { name, value, override } of this.#added) {
      const index = result.findIndex(([present]) => present.toLowerCase() === name.toLowerCase());
      if (index < 0) result.push([name, [value]]);
      else if (override) result[index] = [name, [value]];
    }
    return result;
  }
}

function securityHeaders(config: JsonObject): AddedHeader[] {
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
    return isObject(setting) ? [{ name, value: value(setting), override: setting.Override === true }] : [];
  });
}

function transportSecurity(setting: JsonObject): string {
  return [
    `max-age=${setting.AccessControlMaxAgeSec}`,
    ...(setting.IncludeSubdomains === true ? ['includeSubDomains'] : []),
    ...(setting.Preload === true ? ['preload'] : []),
  ].join('; ');
}

function customHeaders(config: JsonObject): AddedHeader[] {
  return itemsOf(config.CustomHeadersConfig).map(({ Header: name, Value: value, Override: override }) => ({
    name: String(name),
    value: String(value),
    override: override === true,
  }));
}

function itemsOf(config: Json | undefined): JsonObject[] {
  const items = objectOf(config).Items;
  return Array.isArray(items) ? items.map(objectOf) : [];
}

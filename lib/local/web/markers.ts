import type { Json, JsonObject } from '../json.ts';

/**
 * Replaces a file's markers with the template's values, as the deployment's provider function does: literally, or
 * escaped for JSON if the configuration says so (`jsonEscape`, `markerEncodings`).
 */
export function replaceMarkers(
  body: Buffer,
  markers: JsonObject,
  config: JsonObject,
  finish: (text: string) => string,
): Buffer {
  if (Object.keys(markers).length === 0) return body;
  const isEscaped = String(config.jsonEscape ?? false).toLowerCase() === 'true';
  const encodings = (config.markerEncodings ?? {}) as Record<string, string>;
  let text = body.toString();
  for (const [marker, value] of Object.entries(markers)) {
    const encoding = encodings[marker] ?? (isEscaped ? 'UNQUOTED_JSON_VALUE' : 'LITERAL');
    text = text.replaceAll(marker, () => encoded(marker, value, encoding));
  }
  return Buffer.from(finish(text));
}

function encoded(marker: string, value: Json, encoding: string): string {
  switch (encoding) {
    case 'LITERAL':
      if (typeof value !== 'string') throw new Error(`The value of the marker ${marker} is not text`);
      return value;
    case 'UNQUOTED_JSON_VALUE':
      return typeof value === 'string' ? JSON.stringify(value).slice(1, -1) : JSON.stringify(value);
    case 'JSON_VALUE':
      return JSON.stringify(value);
    default:
      throw new Error(`The local host does not support the encoding ${encoding} of the marker ${marker}`);
  }
}

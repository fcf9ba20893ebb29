import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { type Json, type JsonObject, objectOf } from '../json.ts';
import type { Resource } from '../template/stacks.ts';
import { UnsupportedError } from '../template/unsupported.ts';
import { wildcardSource } from '../wildcards.ts';
import { type Bucket, etagOf, type StoredObject } from './bucket.ts';
import { contentTypeOf } from './content-types.ts';
import { replaceMarkers } from './markers.ts';

interface Source {
  folder: string;
  markers: JsonObject;
  markersConfig: JsonObject;
}

/** Metadata that becomes headers of the object. */
const SYSTEM_METADATA = new Set([
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-type',
]);

/**
 * Applies a `Custom::CDKBucketDeployment`: puts the files of its sources into the bucket below the prefix, later
 * sources over earlier ones, with the markers replaced by the template's values. `finish` post-processes such texts:
 * it replaces AWS's addresses with the host's.
 */
export function deploy(deployment: Resource, bucket: Bucket, finish: (text: string) => string): void {
  const { properties } = deployment;
  const prefix = String(properties.DestinationBucketKeyPrefix ?? '').replace(/^\/$|\/$/, '');
  const headers = systemHeaders(deployment);
  const files = new Map<string, Source>();
  for (const source of sourcesOf(deployment)) for (const name of filesIn(source.folder)) files.set(name, source);
  const isExcluded = filterOf(properties);
  const keyOf = (name: string) => (prefix ? `${prefix}/${name}` : name);
  if (!isFalse(properties.Prune)) prune(bucket, prefix, (name) => files.has(name) || isExcluded(name));
  for (const [name, source] of files) {
    if (isExcluded(name)) continue;
    let read: StoredObject | undefined;
    const open = () => {
      read ??= readObject(name, source, headers, finish);
      return read;
    };
    // Read now, so that an unsuitable value fails the start.
    if (Object.keys(source.markers).length > 0) open();
    bucket.put(keyOf(name), open);
  }
}

function readObject(
  name: string,
  { folder, markers, markersConfig }: Source,
  { 'content-type': contentType = contentTypeOf(name), ...headers }: Record<string, string>,
  finish: (text: string) => string,
): StoredObject {
  const body = replaceMarkers(readFileSync(join(folder, name)), markers, markersConfig, finish);
  return { body, contentType, headers, etag: etagOf(body) };
}

function sourcesOf(deployment: Resource): Source[] {
  const { SourceObjectKeys: keys, SourceMarkers: markers, SourceMarkersConfig: configs } = deployment.properties;
  if (isFalse(deployment.properties.Extract))
    throw new UnsupportedError(deployment, 'property Extract', 'only unpacked sources are supported');
  return (Array.isArray(keys) ? keys : []).map((key, index) => {
    const folder = deployment.assets.get(String(key));
    if (!folder || !statSync(folder, { throwIfNoEntry: false })?.isDirectory())
      throw new UnsupportedError(deployment, 'property SourceObjectKeys', `the assembly has no folder for ${key}`);
    return { folder, markers: memberOf(markers, index), markersConfig: memberOf(configs, index) };
  });
}

function memberOf(list: Json | undefined, index: number): JsonObject {
  return objectOf(Array.isArray(list) ? list[index] : undefined);
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'));
}

function systemHeaders(deployment: Resource): Record<string, string> {
  const { SystemMetadata: metadata } = deployment.properties;
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(objectOf(metadata))) {
    const lower = name.toLowerCase();
    if (!SYSTEM_METADATA.has(lower))
      throw new UnsupportedError(deployment, `property SystemMetadata.${name}`, 'unknown header');
    headers[lower] = String(value);
  }
  return headers;
}

/** `aws s3 sync --exclude … --include …`: an included file is copied although excluded. `*` also matches slashes. */
function filterOf({ Exclude: excluded, Include: included }: JsonObject): (name: string) => boolean {
  const patterns = (list: Json | undefined) =>
    (Array.isArray(list) ? list : []).map((each) => new RegExp(`^${wildcardSource(String(each))}$`, 's'));
  const [exclude, include] = [patterns(excluded), patterns(included)];
  return (name) => exclude.some((pattern) => pattern.test(name)) && !include.some((pattern) => pattern.test(name));
}

/** Deletes objects below the prefix that are not in the sources, as `--delete` does. */
function prune(bucket: Bucket, prefix: string, isNew: (name: string) => boolean): void {
  const start = prefix ? `${prefix}/` : '';
  for (const key of bucket.keys()) if (key.startsWith(start) && !isNew(key.slice(start.length))) bucket.delete(key);
}

function isFalse(value: Json | undefined): boolean {
  return value === false || value === 'false';
}

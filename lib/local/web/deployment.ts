import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { type Json, type JsonObject, objectOf } from '../json.ts';
import type { Resource } from '../template/stacks.ts';
import { UnsupportedError } from '../template/unsupported.ts';
import { contentTypeOf } from './content-types.ts';

/** An uploaded object. */
export interface StoredObject {
  body: Buffer;
  contentType: string;
  cacheControl: string;
}

/** The objects of a bucket by key. They are read on first use. */
export type Bucket = Map<string, () => StoredObject>;

interface Source {
  folder: string;
  markers: JsonObject;
}

/**
 * Applies a `Custom::CDKBucketDeployment`: puts the files of its sources into the bucket below the prefix, later
 * sources over earlier ones, with the markers replaced by the template's values. `finish` replaces AWS's addresses in
 * such texts with the host's.
 */
export function deploy(deployment: Resource, bucket: Bucket, finish: (text: string) => string): void {
  const { DestinationBucketKeyPrefix: prefix, Prune: prunes, SystemMetadata: metadata } = deployment.properties;
  if (prunes !== false) throw new UnsupportedError(deployment, 'property Prune', 'only false is supported');
  const { 'cache-control': cacheControl, 'content-type': contentType, ...others } = objectOf(metadata);
  const [unknown] = Object.keys(others);
  if (unknown) throw new UnsupportedError(deployment, `property SystemMetadata.${unknown}`, 'unknown header');
  const open = (name: string, source: Source): StoredObject => ({
    body: contentOf(name, source, finish),
    contentType: String(contentType ?? contentTypeOf(name)),
    cacheControl: String(cacheControl),
  });
  for (const source of sourcesOf(deployment)) {
    for (const name of filesIn(source.folder)) {
      let opened: StoredObject | undefined;
      bucket.set(`${String(prefix)}/${name}`, () => {
        opened ??= open(name, source);
        return opened;
      });
    }
  }
}

/** The values replace the markers within JSON texts, as the deployment's provider function does. */
function contentOf(name: string, { folder, markers }: Source, finish: (text: string) => string): Buffer {
  const body = readFileSync(join(folder, name));
  if (Object.keys(markers).length === 0) return body;
  let text = body.toString();
  for (const [marker, value] of Object.entries(markers))
    text = text.replaceAll(marker, () => JSON.stringify(String(value)).slice(1, -1));
  return Buffer.from(finish(text));
}

function sourcesOf(deployment: Resource): Source[] {
  const { SourceObjectKeys: keys, SourceMarkers: markers, SourceMarkersConfig: configs } = deployment.properties;
  return (keys as Json[]).map((key, index) => {
    const folder = deployment.assets.get(String(key));
    if (!folder || !statSync(folder, { throwIfNoEntry: false })?.isDirectory())
      throw new UnsupportedError(deployment, 'property SourceObjectKeys', `the assembly has no folder for ${key}`);
    const own = memberOf(markers, index);
    if (Object.keys(own).length > 0 && memberOf(configs, index).jsonEscape !== true)
      throw new UnsupportedError(deployment, 'property SourceMarkersConfig', 'only jsonEscape is supported');
    return { folder, markers: own };
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

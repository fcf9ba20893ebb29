import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '../json.ts';

export interface TemplateResource {
  Type: string;
  Properties?: JsonObject;
}

export interface Template {
  Resources?: Record<string, TemplateResource>;
  Outputs?: Record<string, { Value: unknown; Export?: { Name: unknown } }>;
}

export interface AssemblyStack {
  /** The stack's name in CloudFormation. */
  name: string;
  template: Template;
  /** Absolute path of each file asset, by its object key in templates. */
  assets: ReadonlyMap<string, string>;
}

interface Artifact {
  type: string;
  properties?: { templateFile?: string; file?: string };
  dependencies?: string[];
}

interface AssetManifest {
  files?: Record<string, { source: { path?: string }; destinations: Record<string, { objectKey: string }> }>;
}

const KNOWN_SECTIONS = [
  'Resources',
  'Outputs',
  // The only parameter and rule are those of the bootstrap version, which does not apply here.
  'Parameters',
  'Rules',
  // Of the records of a domain. What refers to it, `Fn::FindInMap`, is refused elsewhere.
  'Mappings',
];

/** Reads the stacks of a synthesized cloud assembly. */
export function readAssembly(assemblyDir: string): AssemblyStack[] {
  const manifestFile = join(assemblyDir, 'manifest.json');
  if (!existsSync(manifestFile))
    throw new Error(`No cloud assembly in ${assemblyDir}: synthesize the app first (cdk synth).`);
  const { artifacts = {} } = readJson(manifestFile) as { artifacts?: Record<string, Artifact> };
  return Object.entries(artifacts).flatMap(([name, artifact]) => {
    const { templateFile } = artifact.properties ?? {};
    if (artifact.type !== 'aws:cloudformation:stack' || !templateFile) return [];
    const template = readJson(join(assemblyDir, templateFile)) as Template;
    const unknown = Object.keys(template).find((section) => !KNOWN_SECTIONS.includes(section));
    if (unknown)
      throw new Error(
        `The local host does not support the section ${unknown} in the template of ${name}: ` +
          'add it in lib/local/template/assembly.ts',
      );
    return { name, template, assets: readAssets(assemblyDir, artifacts, artifact) };
  });
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function readAssets(assemblyDir: string, artifacts: Record<string, Artifact>, stack: Artifact): Map<string, string> {
  const assets = new Map<string, string>();
  for (const id of stack.dependencies ?? []) {
    const { type, properties: { file } = {} } = artifacts[id] ?? {};
    if (type !== 'cdk:asset-manifest' || !file) continue;
    const { files = {} } = readJson(join(assemblyDir, file)) as AssetManifest;
    for (const { source, destinations } of Object.values(files)) {
      for (const { objectKey } of Object.values(destinations)) {
        if (source.path) assets.set(objectKey, join(assemblyDir, source.path));
      }
    }
  }
  return assets;
}

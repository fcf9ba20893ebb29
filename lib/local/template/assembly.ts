import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '../json.ts';

export interface TemplateResource {
  Type: string;
  Properties?: JsonObject;
  Condition?: string;
}

export interface Template {
  Resources?: Record<string, TemplateResource>;
  Outputs?: Record<string, { Value: unknown; Export?: { Name: unknown }; Condition?: string }>;
  Parameters?: Record<string, { Type: string; Default?: string | number }>;
  Conditions?: JsonObject;
  Mappings?: JsonObject;
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
  displayName?: string;
  properties?: { templateFile?: string; stackName?: string; directoryName?: string };
  dependencies?: string[];
}

interface AssetManifest {
  files?: Record<string, { source: { path?: string }; destinations: Record<string, { objectKey: string }> }>;
}

const KNOWN_SECTIONS = new Set([
  'AWSTemplateFormatVersion',
  'Description',
  'Metadata',
  'Parameters',
  'Conditions',
  'Mappings',
  'Resources',
  'Outputs',
  // The only rule compares the bootstrap version, which does not apply here.
  'Rules',
]);

/**
 * Reads a synthesized cloud assembly, including nested ones (CDK stages): its stacks in the order of their
 * dependencies.
 */
export function readAssembly(assemblyDir: string): AssemblyStack[] {
  const manifestFile = join(assemblyDir, 'manifest.json');
  if (!existsSync(manifestFile))
    throw new Error(`No cloud assembly in ${assemblyDir}: synthesize the app first (cdk synth).`);
  const { artifacts = {} } = readJson(manifestFile) as { artifacts?: Record<string, Artifact> };
  return inOrder(artifacts).flatMap(([id, artifact]) => {
    const { directoryName, templateFile, stackName } = artifact.properties ?? {};
    if (artifact.type === 'cdk:cloud-assembly') return readAssembly(join(assemblyDir, directoryName ?? id));
    if (artifact.type !== 'aws:cloudformation:stack' || !templateFile) return [];
    const template = readJson(join(assemblyDir, templateFile)) as Template;
    const name = stackName ?? id;
    refuseUnknownSections(name, template);
    return [{ name, template, assets: readAssets(assemblyDir, artifacts, artifact) }];
  });
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function refuseUnknownSections(stack: string, template: Template): void {
  const unknown = Object.keys(template).find((section) => !KNOWN_SECTIONS.has(section));
  if (unknown) throw new Error(`The local host does not support the section ${unknown} in the template of ${stack}`);
}

function inOrder(artifacts: Record<string, Artifact>): [string, Artifact][] {
  const ordered = new Map<string, Artifact>();
  const visit = (id: string) => {
    const artifact = artifacts[id];
    if (!artifact || ordered.has(id)) return;
    for (const dependency of artifact.dependencies ?? []) visit(dependency);
    ordered.set(id, artifact);
  };
  for (const id of Object.keys(artifacts)) visit(id);
  return [...ordered];
}

function readAssets(assemblyDir: string, artifacts: Record<string, Artifact>, stack: Artifact): Map<string, string> {
  const assets = new Map<string, string>();
  for (const id of stack.dependencies ?? []) {
    const artifact = artifacts[id] as (Artifact & { properties?: { file?: string } }) | undefined;
    if (artifact?.type !== 'cdk:asset-manifest' || !artifact.properties?.file) continue;
    const { files = {} } = readJson(join(assemblyDir, artifact.properties.file)) as AssetManifest;
    for (const { source, destinations } of Object.values(files)) {
      for (const { objectKey } of Object.values(destinations)) {
        if (source.path) assets.set(objectKey, join(assemblyDir, source.path));
      }
    }
  }
  return assets;
}

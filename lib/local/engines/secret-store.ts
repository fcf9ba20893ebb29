import { randomInt, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod/mini';
import { readJsonFile, replaceFile } from '../data-file.ts';

/** A refusal with Secrets Manager's error code. */
export class SecretsError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

const version = z.object({
  id: z.string(),
  stages: z.array(z.string()),
  text: z.exactOptional(z.string()),
  /** Base64. */
  binary: z.exactOptional(z.string()),
  createdAtMs: z.number(),
});

const secret = z.object({
  name: z.string(),
  arn: z.string(),
  description: z.exactOptional(z.string()),
  createdAtMs: z.number(),
  versions: z.array(version),
});

type Version = z.infer<typeof version>;
type Secret = z.infer<typeof secret>;
const stored = z.array(secret);

/** The supported fields of Secrets Manager's requests. */
export interface SecretRequest {
  Name?: string;
  SecretId?: string;
  Description?: string;
  SecretString?: string;
  SecretBinary?: string;
  VersionId?: string;
  VersionStage?: string;
  VersionStages?: string[];
  ClientRequestToken?: string;
}

const CURRENT = 'AWSCURRENT';
const PREVIOUS = 'AWSPREVIOUS';
const SUFFIX_ALPHABET = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** Secrets with their current and previous version. Every change is written to the file. */
export class SecretStore {
  readonly #file: string | undefined;
  readonly #now: () => number;
  readonly #secrets: Secret[];

  constructor(file?: string, now: () => number = Date.now) {
    this.#file = file;
    this.#now = now;
    this.#secrets = file && existsSync(file) ? readJsonFile(file, stored) : [];
  }

  create(request: SecretRequest): { ARN: string; Name: string; VersionId?: string } {
    const name = request.Name;
    if (!name) throw new SecretsError('InvalidParameterException', 'A secret needs a name');
    if (this.find(name)) throw new SecretsError('ResourceExistsException', `The secret ${name} already exists`);
    const suffix = Array.from({ length: 6 }, () => SUFFIX_ALPHABET[randomInt(SUFFIX_ALPHABET.length)]).join('');
    const secret: Secret = {
      name,
      arn: `arn:aws:secretsmanager:eu-west-1:000000000000:secret:${name}-${suffix}`,
      createdAtMs: this.#now(),
      versions: [],
      ...(request.Description === undefined ? {} : { description: request.Description }),
    };
    this.#secrets.push(secret);
    const hasValue = request.SecretString !== undefined || request.SecretBinary !== undefined;
    const version = hasValue ? addVersion(secret, request, this.#now()) : undefined;
    this.#save();
    return { ARN: secret.arn, Name: name, ...(version ? { VersionId: version.id } : {}) };
  }

  put(request: SecretRequest): { ARN: string; Name: string; VersionId: string; VersionStages: string[] } {
    const secret = this.#get(request.SecretId);
    const version = addVersion(secret, request, this.#now());
    this.#save();
    return { ARN: secret.arn, Name: secret.name, VersionId: version.id, VersionStages: version.stages };
  }

  value(request: SecretRequest): Record<string, unknown> {
    const secret = this.#get(request.SecretId);
    const stage = request.VersionStage ?? CURRENT;
    const version = secret.versions.find((candidate) =>
      request.VersionId ? candidate.id === request.VersionId : candidate.stages.includes(stage),
    );
    if (!version) {
      const wanted = request.VersionId ? `VersionId: ${request.VersionId}` : `staging label: ${stage}`;
      throw new SecretsError(
        'ResourceNotFoundException',
        `Secrets Manager can't find the specified secret value for ${wanted}`,
      );
    }
    return {
      ARN: secret.arn,
      Name: secret.name,
      VersionId: version.id,
      VersionStages: version.stages,
      CreatedDate: version.createdAtMs / 1000,
      ...(version.text === undefined ? {} : { SecretString: version.text }),
      ...(version.binary === undefined ? {} : { SecretBinary: version.binary }),
    };
  }

  describe(id: string | undefined): Record<string, unknown> {
    const secret = this.#get(id);
    return {
      ARN: secret.arn,
      Name: secret.name,
      CreatedDate: secret.createdAtMs / 1000,
      VersionIdsToStages: Object.fromEntries(secret.versions.map((version) => [version.id, version.stages])),
      ...(secret.description === undefined ? {} : { Description: secret.description }),
    };
  }

  list(): { SecretList: Record<string, unknown>[] } {
    return { SecretList: this.#secrets.map((secret) => this.describe(secret.arn)) };
  }

  /** The secret by name, full ARN, or ARN without its random suffix. */
  find(id: string): { name: string; arn: string } | undefined {
    return this.#secrets.find(
      ({ name, arn }) => id === name || id === arn || id === arn.replace(/-[A-Za-z0-9]{6}$/, ''),
    );
  }

  #get(id: string | undefined): Secret {
    const found = id && this.find(id);
    if (!found) throw new SecretsError('ResourceNotFoundException', "Secrets Manager can't find the specified secret.");
    return found as Secret;
  }

  #save(): void {
    if (!this.#file) return;
    mkdirSync(dirname(this.#file), { recursive: true });
    replaceFile(this.#file, JSON.stringify(this.#secrets, null, 1), { mode: 0o600 });
  }
}

/**
 * Adds a version. If it becomes current, the former current one becomes the previous. Unlabelled versions are deleted.
 */
function addVersion(secret: Secret, request: SecretRequest, nowMs: number): Version {
  const id = request.ClientRequestToken ?? randomUUID();
  const same = secret.versions.find((version) => version.id === id);
  if (same) return same;
  const version: Version = {
    id,
    stages: request.VersionStages ?? [CURRENT],
    createdAtMs: nowMs,
    ...(request.SecretString === undefined ? {} : { text: request.SecretString }),
    ...(request.SecretBinary === undefined ? {} : { binary: request.SecretBinary }),
  };
  for (const older of secret.versions) {
    const wasCurrent = older.stages.includes(CURRENT);
    const becomesPrevious = version.stages.includes(CURRENT);
    older.stages = older.stages.filter(
      (stage) => !version.stages.includes(stage) && !(becomesPrevious && stage === PREVIOUS),
    );
    if (wasCurrent && becomesPrevious) older.stages.push(PREVIOUS);
  }
  secret.versions = [...secret.versions.filter((older) => older.stages.length > 0), version];
  return version;
}

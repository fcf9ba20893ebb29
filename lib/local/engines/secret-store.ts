import { randomInt } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod/mini';
import { readJsonFile, replaceFile } from '../data-file.ts';

const secret = z.object({ name: z.string(), arn: z.string(), value: z.string() });
const stored = z.array(secret);
type Secret = z.infer<typeof secret>;

const CHARACTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** Random letters and digits. */
export function randomText(length: number): string {
  return Array.from({ length }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('');
}

/** Secrets with their current value, a text. Every change is written to the file. */
export class SecretStore {
  readonly #file: string | undefined;
  readonly #secrets: Secret[];

  constructor(file?: string) {
    this.#file = file;
    this.#secrets = file && existsSync(file) ? readJsonFile(file, stored) : [];
  }

  create(name: string, value: string): Secret {
    const created = {
      name,
      arn: `arn:aws:secretsmanager:eu-west-1:000000000000:secret:${name}-${randomText(6)}`,
      value,
    };
    this.#secrets.push(created);
    this.#save();
    return created;
  }

  put(found: Secret, value: string): void {
    found.value = value;
    this.#save();
  }

  /** The secret by name, full ARN, or ARN without its random suffix. */
  find(id: string): Secret | undefined {
    return this.#secrets.find(
      ({ name, arn }) => id === name || id === arn || id === arn.replace(/-[A-Za-z0-9]{6}$/, ''),
    );
  }

  #save(): void {
    if (!this.#file) return;
    mkdirSync(dirname(this.#file), { recursive: true });
    replaceFile(this.#file, JSON.stringify(this.#secrets, null, 1), { mode: 0o600 });
  }
}

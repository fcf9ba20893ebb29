import { randomInt } from 'node:crypto';
import { isObject, type JsonObject } from '../json.ts';
import type { Resource } from './stacks.ts';
import { UnsupportedError } from './unsupported.ts';

const DEFAULT_LENGTH = 32;
const SETTINGS = new Set([
  'SecretStringTemplate',
  'GenerateStringKey',
  'PasswordLength',
  'ExcludePunctuation',
  'ExcludeCharacters',
  'ExcludeLowercase',
  'ExcludeUppercase',
  'ExcludeNumbers',
  'IncludeSpace',
  'RequireEachIncludedType',
]);

/**
 * The first value of a secret with `GenerateSecretString`: a random password, alone or as a key of its JSON template.
 */
export function generateSecretString(settings: JsonObject, resource: Resource): string {
  const unknown = Object.keys(settings).find((name) => !SETTINGS.has(name));
  if (unknown) throw new UnsupportedError(resource, `property GenerateSecretString.${unknown}`, 'unknown setting');
  const password = generatePassword(settings);
  const { SecretStringTemplate: template, GenerateStringKey: key } = settings;
  if (typeof template !== 'string' || typeof key !== 'string') return password;
  const values = JSON.parse(template) as unknown;
  if (!isObject(values))
    throw new UnsupportedError(resource, 'property SecretStringTemplate', 'it is not a JSON object');
  return JSON.stringify({ ...values, [key]: password });
}

function generatePassword(settings: JsonObject): string {
  const excluded = String(settings.ExcludeCharacters ?? '');
  const classes = [
    settings.ExcludeLowercase ? '' : 'abcdefghijklmnopqrstuvwxyz',
    settings.ExcludeUppercase ? '' : 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
    settings.ExcludeNumbers ? '' : '0123456789',
    settings.ExcludePunctuation ? '' : '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~',
    settings.IncludeSpace ? ' ' : '',
  ]
    .map((characters) => [...characters].filter((character) => !excluded.includes(character)))
    .filter((characters) => characters.length > 0);
  const length = Number(settings.PasswordLength ?? DEFAULT_LENGTH);
  for (;;) {
    const alphabet = classes.flat();
    const password = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]);
    const hasEach = classes.every((characters) => password.some((character) => characters.includes(character ?? '')));
    // Redrawn until each class occurs, so that all passwords are equally likely.
    if (hasEach || settings.RequireEachIncludedType === false || length < classes.length) return password.join('');
  }
}

import { describe, expect, test } from 'vitest';
import { PROVIDER_NAMES } from '../../functions/banking/account.ts';
import { DEPLOYMENTS } from '../../functions/banking/deployments.ts';
import { devTemplates, fullTemplates, type Part, type Resource, type Templates } from './templates.ts';

/** With one account of each provider. */
const production = fullTemplates();
const dev = devTemplates();

const PARTS = ['data', 'simulator', 'service', 'dashboard'] as const satisfies Part[];

function resourcesOf(templates: Templates, type: string): Resource[] {
  return PARTS.filter((part) => templates.has(part)).flatMap((part) => templates.resources(part, type));
}

// CloudFormation cannot delete resources with deletion protection: a rollback would end in ROLLBACK_FAILED.
const isProtected = ({ properties }: Resource) =>
  properties.DeletionProtectionEnabled === true || properties.DeletionProtection === 'ACTIVE';

describe('the retained resources of production', () => {
  const retained = PARTS.filter((part) => production.has(part))
    .flatMap((part) => production.resources(part))
    .filter(({ deletionPolicy }) => deletionPolicy?.startsWith('Retain'));

  test('are tables, users, secrets, logs, the page’s files, the APIs for their addresses, the role of all APIs’ logs', () => {
    expect([...new Set(retained.map(({ type }) => type))].sort()).toEqual([
      'AWS::ApiGateway::RestApi',
      'AWS::Cognito::UserPool',
      'AWS::DynamoDB::Table',
      'AWS::IAM::Policy',
      'AWS::IAM::Role',
      'AWS::Logs::LogGroup',
      'AWS::S3::Bucket',
      'AWS::SecretsManager::Secret',
    ]);
  });

  test('are deleted by the rollback of their creation, so that a failed first deployment can be repeated', () => {
    const leftBehind = retained.filter((resource) => !isProtected(resource));
    expect(leftBehind.length).toBeGreaterThan(20);
    for (const { id, deletionPolicy } of leftBehind) expect(deletionPolicy, id).toBe('RetainExceptOnCreate');
  });

  test('with deletion protection have no fixed name, so that leftovers of a rollback block nothing', () => {
    const protectedOnes = retained.filter(isProtected);
    expect(protectedOnes.map(({ type }) => type).sort()).toEqual([
      'AWS::Cognito::UserPool',
      ...Array(2).fill('AWS::DynamoDB::Table'),
    ]);
    for (const { id, deletionPolicy, properties } of protectedOnes) {
      expect(deletionPolicy, id).toBe('Retain');
      expect(properties, id).not.toHaveProperty('TableName');
    }
  });
});

/** Fixed names that are resolved at run time or across stacks, each with its users. */
const NAMES_NEEDED: [pattern: RegExp, why: string][] = [
  [
    /^payment-service\/\w+\/bank-accounts\/[\w-]+$/,
    'the functions of other stacks, because an export would prevent the removal of an account',
  ],
  [/^payment-service\/\w+\/simulator$/, 'the simulated bank, whose stack is deployed before the one that creates it'],
];

describe.each([
  ['dev', dev],
  ['production', production],
])('in %s', (_stage, templates) => {
  test('no log group has a fixed name: it is found by its function', () => {
    const groups = resourcesOf(templates, 'AWS::Logs::LogGroup');
    expect(groups.length).toBeGreaterThan(15);
    expect(groups.filter(({ properties }) => 'LogGroupName' in properties).map(({ id }) => id)).toEqual([]);
  });

  test('a secret has a fixed name only where it is needed', () => {
    const fixed = resourcesOf(templates, 'AWS::SecretsManager::Secret')
      .map(({ properties }) => properties.Name)
      .filter((name) => name !== undefined);
    expect(fixed.length).toBeGreaterThan(0);
    expect(fixed.filter((name) => !NAMES_NEEDED.some(([pattern]) => pattern.test(String(name))))).toEqual([]);
  });
});

/**
 * "When you make a change to this property, a new secret version is created" (CloudFormation,
 * AWS::SecretsManager::Secret, GenerateSecretString). That includes its template: deploying any other text overwrites
 * the secret in use. To change one, first write the new version by hand; see "A secret was overwritten" in
 * docs/runbook.md.
 */
const GENERATED = {
  Keyring: { SecretStringTemplate: '{}', GenerateStringKey: 'k1', PasswordLength: 64, ExcludePunctuation: true },
  BankAccountsibs: {
    SecretStringTemplate: '{}',
    GenerateStringKey: 'notificationKey',
    PasswordLength: 43,
    ExcludePunctuation: true,
  },
  BankAccountifthenpay: {
    SecretStringTemplate: '{}',
    GenerateStringKey: 'antiPhishingKey',
    PasswordLength: 40,
    ExcludePunctuation: true,
  },
};

describe('the secrets that a deployment creates', () => {
  const secrets = production.resources('data', 'AWS::SecretsManager::Secret');

  test('have an exact template: another text would replace the keyring or a bank’s credentials', () => {
    const found = secrets.map(({ id, properties }) => [
      id.replace(/[0-9A-F]{8}$/, ''),
      properties.GenerateSecretString,
    ]);
    expect(Object.fromEntries(found)).toEqual(GENERATED);
  });

  test('of real banks do not name the credentials, so that a provider may require another one', () => {
    for (const provider of PROVIDER_NAMES) {
      const { GenerateSecretString, Description } =
        secrets.find(({ id }) => id.startsWith(`BankAccount${provider}`))?.properties ?? {};
      for (const field of DEPLOYMENTS[provider].secret.filledIn) {
        expect(JSON.stringify(GenerateSecretString)).not.toContain(field);
        expect(Description).toContain(field);
      }
    }
  });
});

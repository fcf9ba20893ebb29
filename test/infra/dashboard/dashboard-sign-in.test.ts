import { describe, expect, test } from 'vitest';
import { devTemplates, only, synthesized, type Templates } from '../templates.ts';

const dev = devTemplates();
const prod = synthesized('prod');

describe.each([['dev', dev] as const, ['prod', prod] as const])(
  'the users of the dashboard, stage %s',
  (_stage, templates) => {
    const { properties: users } = only(templates, 'data', 'AWS::Cognito::UserPool');

    test('are identified by a confirmed e-mail, and may sign up', () => {
      expect(users).toMatchObject({
        UsernameAttributes: ['email'],
        AutoVerifiedAttributes: ['email'],
        AdminCreateUserConfig: { AllowAdminCreateUserOnly: false },
        UsernameConfiguration: { CaseSensitive: false },
        // A new address replaces the old one only after it is confirmed.
        UserAttributeUpdateSettings: { AttributesRequireVerificationBeforeUpdate: ['email'] },
      });
      expect(users.AccountRecoverySetting).toEqual({ RecoveryMechanisms: [{ Name: 'verified_email', Priority: 1 }] });
    });

    test('always have a second factor, and not by text message', () => {
      expect(users).toMatchObject({ MfaConfiguration: 'ON', EnabledMfas: ['SOFTWARE_TOKEN_MFA'] });
      expect(users).not.toHaveProperty('SmsConfiguration');
    });

    test('have passwords that are long and mixed', () => {
      const { PasswordPolicy: policy } = users.Policies as { PasswordPolicy: Record<string, unknown> };
      expect(policy.MinimumLength).toBeGreaterThanOrEqual(12);
      expect(policy).toMatchObject({
        RequireLowercase: true,
        RequireUppercase: true,
        RequireNumbers: true,
        RequireSymbols: true,
      });
    });

    test('have no attribute that names their merchant: they could write it', () => {
      const { Schema: schema } = users as { Schema: { Name: string }[] };
      expect(schema.map(({ Name }) => Name).sort()).toEqual(['email', 'name']);
    });

    test('are merchants, finance or operators by group', () => {
      const groups = templates
        .resources('data', 'AWS::Cognito::UserPoolGroup')
        .map(({ properties }) => properties.GroupName);
      expect(groups.sort()).toEqual(['finance', 'merchant', 'operator']);
    });

    test('sign in on Cognito’s managed pages, under a unique domain', () => {
      const { properties: domain } = only(templates, 'dashboard', 'AWS::Cognito::UserPoolDomain');
      expect(users.UserPoolTier).toBe('ESSENTIALS');
      expect(domain.ManagedLoginVersion).toBe(2);
      expect(JSON.stringify(domain.Domain)).toContain(`payment-service-${templates.stage}-`);
      expect(JSON.stringify(domain.Domain)).toContain('AWS::AccountId');
      // Required for the newer pages of a client.
      expect(only(templates, 'dashboard', 'AWS::Cognito::ManagedLoginBranding').properties).toMatchObject({
        UseCognitoProvidedValues: true,
        ClientId: { Ref: only(templates, 'dashboard', 'AWS::Cognito::UserPoolClient').id },
      });
    });
  },
);

describe.each([['dev', dev] as const, ['prod', prod] as const])(
  'the page as a client, stage %s',
  (_stage, templates) => {
    const { properties: client } = only(templates, 'dashboard', 'AWS::Cognito::UserPoolClient');

    test('has no secret, and the code flow only', () => {
      expect(client).toMatchObject({
        GenerateSecret: false,
        AllowedOAuthFlowsUserPoolClient: true,
        AllowedOAuthFlows: ['code'],
        AllowedOAuthScopes: ['openid', 'email', 'profile'],
        SupportedIdentityProviders: ['COGNITO'],
      });
      // No password may pass through our code.
      expect(client.ExplicitAuthFlows).toEqual(['ALLOW_USER_SRP_AUTH']);
    });

    test('returns only to the dashboard', () => {
      const urls = { CallbackURLs: '/dashboard/callback', LogoutURLs: '/dashboard/signed-out' };
      const [distribution] = templates.resources('dashboard', 'AWS::CloudFront::Distribution');
      for (const [name, path] of Object.entries(urls))
        expect(client[name]).toEqual([
          { 'Fn::Join': ['', ['https://', { 'Fn::GetAtt': [distribution?.id, 'DomainName'] }, path]] },
        ]);
    });

    // API Gateway verifies a token by itself: that of a person who left the group or the pool is valid until it ends.
    // Five minutes are the least that Cognito accepts. The page renews by the access token's life.
    test('has tokens for five minutes, a session for a working day, and single-use refresh tokens', () => {
      expect(client).toMatchObject({
        IdTokenValidity: 5,
        AccessTokenValidity: 5,
        RefreshTokenValidity: 12 * 60,
        TokenValidityUnits: { IdToken: 'minutes', AccessToken: 'minutes', RefreshToken: 'minutes' },
        EnableTokenRevocation: true,
        RefreshTokenRotation: { Feature: 'ENABLED', RetryGracePeriodSeconds: 60 },
      });
    });

    test('does not reveal who has an account', () => {
      expect(client.PreventUserExistenceErrors).toBe('ENABLED');
    });
  },
);

describe('the user pool', () => {
  test('outlives its stack in production, and is protected against deletion', () => {
    const users = only(prod, 'data', 'AWS::Cognito::UserPool');
    expect(users.deletionPolicy).toBe('Retain');
    expect(users.properties.DeletionProtection).toBe('ACTIVE');
  });

  test('sends its codes from our address where the stage has one, as the address that SES has verified', () => {
    const mail = (templates: Templates) =>
      only(templates, 'data', 'AWS::Cognito::UserPool').properties.EmailConfiguration;
    const from = 'codes@payment-service.example';
    expect(mail(prod)).toMatchObject({ EmailSendingAccount: 'DEVELOPER', From: from });
    expect(JSON.stringify(mail(prod))).toContain(`:identity/${from}"`);
  });

  test('is deleted with its stack in a sandbox stage', () => {
    const users = only(dev, 'data', 'AWS::Cognito::UserPool');
    expect(users.deletionPolicy).toBe('Delete');
    expect(users.properties.DeletionProtection).toBe('INACTIVE');
  });
});

import { Aws, Duration, RemovalPolicy } from 'aws-cdk-lib';
import { AccountRecovery, FeaturePlan, Mfa, UserPool, UserPoolEmail } from 'aws-cdk-lib/aws-cognito';
import type { Construct } from 'constructs';
import type { Role } from '../../../functions/dashboard/caller.ts';
import type { Stage } from '../../stacks/stages.ts';

/** A user's roles on the dashboard; a user in none of them is a merchant. */
const GROUPS: Record<Role, string> = {
  merchant: 'Sees and sets up its own account. The role of a user without a group.',
  finance: 'Reads all merchants, closes exceptions, resends webhooks.',
  operator: 'Activates, suspends and refuses accounts.',
};

/**
 * The users of the dashboard, identified by their e-mail. Anyone may sign up, and becomes a merchant with status
 * `pending`. Finance and operators are added to their groups by hand. A second factor is required, from an
 * authenticator app only, because a text message can be diverted.
 */
export class ServiceUserPool extends UserPool {
  constructor(scope: Construct, id: string, { stage }: { stage: Stage }) {
    super(scope, id, {
      userPoolName: `payment-service-${stage.name}`,
      // The smallest plan with managed login.
      featurePlan: FeaturePlan.ESSENTIALS,
      selfSignUpEnabled: true,
      signInAliases: { email: true },
      signInCaseSensitive: false,
      autoVerify: { email: true },
      // The old address stays until the new one is confirmed.
      keepOriginal: { email: true },
      standardAttributes: { email: { required: true, mutable: true }, fullname: { required: false, mutable: true } },
      passwordPolicy: {
        minLength: 14,
        requireLowercase: true,
        requireUppercase: true,
        requireDigits: true,
        requireSymbols: true,
        tempPasswordValidity: Duration.days(3),
      },
      mfa: Mfa.REQUIRED,
      mfaSecondFactor: { sms: false, otp: true },
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      // Cognito's own sender stops at 50 messages a day.
      ...(stage.senderEmail && {
        email: UserPoolEmail.withSES({
          fromEmail: stage.senderEmail,
          sesRegion: Aws.REGION,
        }),
      }),
      deletionProtection: stage.production,
      removalPolicy: stage.production ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    for (const [groupName, description] of Object.entries(GROUPS)) {
      this.addGroup(`Group-${groupName}`, { groupName, description });
    }
  }
}

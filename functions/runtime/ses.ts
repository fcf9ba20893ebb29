import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Rejects where SES refuses the mail. */
export type SendMail = (mail: Mail) => Promise<void>;

/** One client per execution environment; see `dynamo.ts`. */
export function sesFrom(from: string, ses = new SESv2Client({ maxAttempts: 3 })): SendMail {
  return async ({ to, subject, text }) => {
    await ses.send(
      new SendEmailCommand({
        FromEmailAddress: from,
        Destination: { ToAddresses: [to] },
        Content: { Simple: { Subject: { Data: subject }, Body: { Text: { Data: text } } } },
      }),
    );
  };
}

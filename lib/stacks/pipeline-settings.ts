import * as z from 'zod/mini';

/** No wildcard: a pattern that matches one repository more lets that one deploy. */
const OWNER_AND_NAME = /^[A-Za-z0-9-]+(@\d+)?\/[\w.-]+(@\d+)?$/;
const ROLE_OR_USER = /^arn:aws[\w-]*:iam::\d{12}:(role|user)\/[\w+=,.@/-]+$/;

/** Where a stage is deployed from, and who may run the operator's commands on it. */
export const pipelineSettings = z.strictObject({
  /**
   * The repository as the subject of its tokens names it: `owner/name`, or `owner@ID/name@ID` where subjects are
   * immutable (GitHub, "OpenID Connect reference").
   */
  repository: z
    .string()
    .check(z.regex(OWNER_AND_NAME, 'the repository as its tokens name it: owner/name or owner@ID/name@ID')),
  /** ARNs of roles or users that may become the operator, with a second factor where they are users. */
  operators: z._default(z.array(z.string().check(z.regex(ROLE_OR_USER, 'the ARN of a role or user, no wildcard'))), []),
});

export type PipelineSettings = z.infer<typeof pipelineSettings>;

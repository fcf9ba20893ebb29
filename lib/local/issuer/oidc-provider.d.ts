/** The used parts of `oidc-provider`, which has no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  export interface OidcSession {
    accountId?: string;
    destroy(): Promise<void>;
  }

  export interface OidcGrant {
    addOIDCScope(scopes: string): void;
    save(): Promise<string>;
  }

  export interface OidcInteraction {
    uid: string;
    /** Seconds since 1970. */
    exp: number;
    params: Record<string, unknown>;
    session?: { accountId: string };
    save(lifeSeconds: number): Promise<unknown>;
  }

  export interface HttpContext {
    req: IncomingMessage;
    res: ServerResponse;
  }

  export interface OidcContext extends HttpContext {
    type: string;
    body: string;
    set(header: string, value: string): void;
    oidc: {
      provider: Provider;
      client: { clientId: string; scope?: string };
      session: OidcSession;
      entities: { RotatedRefreshToken?: { remainingTTL: number } };
    };
  }

  export class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>);
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    createContext(request: IncomingMessage, response: ServerResponse): HttpContext;
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<OidcInteraction>;
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>;
    on(event: 'server_error', listener: (context: OidcContext, error: Error) => void): void;
    Session: { get(context: HttpContext): Promise<OidcSession> };
    Grant: new (values: {
      clientId: string;
      accountId: string | undefined;
    }) => OidcGrant;
  }

  export const interactionPolicy: { base(): { remove(prompt: string): void } };
}

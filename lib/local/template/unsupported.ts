/** The location of a resource in the templates, for error messages. */
export interface TemplateLocation {
  stack: string;
  logicalId: string;
  type: string;
}

/** The template uses something that the local host does not support. The start fails instead of ignoring it. */
export class UnsupportedError extends Error {
  constructor(at: TemplateLocation, property: string, why: string) {
    super(`The local host does not support ${at.stack}/${at.logicalId} (${at.type}), ${property}: ${why}`);
    this.name = 'UnsupportedError';
  }
}

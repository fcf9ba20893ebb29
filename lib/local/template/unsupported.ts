/** The place of a resource in the templates, for error messages. */
export interface TemplatePlace {
  stack: string;
  logicalId: string;
  type: string;
}

/** The template uses something that the local host does not support. The start fails instead of ignoring it. */
export class UnsupportedError extends Error {
  constructor(place: TemplatePlace, property: string, why: string) {
    super(`The local host does not support ${place.stack}/${place.logicalId} (${place.type}), ${property}: ${why}`);
    this.name = 'UnsupportedError';
  }
}

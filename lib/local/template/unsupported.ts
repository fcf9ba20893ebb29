/** Where in a template something stands: named in every refusal. */
export interface TemplatePlace {
  stack: string;
  logicalId: string;
  type: string;
}

/** The template asks for something the local host does not do; it stops the start, because ignoring it would be a lie. */
export class UnsupportedError extends Error {
  constructor(place: TemplatePlace, property: string, why: string) {
    super(`The local host does not support ${place.stack}/${place.logicalId} (${place.type}), ${property}: ${why}`);
    this.name = 'UnsupportedError';
  }
}

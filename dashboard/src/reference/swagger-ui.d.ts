/** The part of Swagger UI's interface that the reference uses; the package has no types. */
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  export default function SwaggerUI(options: {
    domNode: HTMLElement;
    spec: object;
    plugins?: object[];
    [option: string]: unknown;
  }): unknown;
}

import type * as ReactTypes from 'react';

/** A sample of `x-codeSamples`, as other readers of OpenAPI documents know it too. */
interface CodeSample {
  lang: string;
  label: string;
  source: string;
}

/** What Swagger UI hands to a plugin: its own React, and immutable maps of the document. */
interface System {
  React: typeof ReactTypes;
}
interface OperationProps {
  operation?: { getIn(path: string[]): { toJS(): CodeSample[] } | undefined };
}
type Component = ReactTypes.ComponentType<OperationProps>;

/**
 * A plugin of Swagger UI: shows each call's samples above its parameters, one language at a time. It also removes the
 * fields for a key: nothing is sent from the page.
 */
export function codeSamples() {
  return {
    wrapComponents: {
      authorizeBtn: () => () => null,
      authorizeOperationBtn: () => () => null,
      parameters:
        (Original: Component, { React }: System): Component =>
        (props) =>
          React.createElement(
            React.Fragment,
            null,
            React.createElement(Samples, { React, samples: samplesOf(props) }),
            React.createElement(Original, props),
          ),
    },
  };
}

function samplesOf({ operation }: OperationProps): CodeSample[] {
  return operation?.getIn(['x-codeSamples'])?.toJS() ?? [];
}

function Samples({ React, samples }: System & { samples: CodeSample[] }) {
  const [shown, show] = React.useState(0);
  if (samples.length === 0) return null;
  const choices = samples.map(({ label }, index) =>
    React.createElement(
      'button',
      { key: label, type: 'button', 'aria-pressed': index === shown, onClick: () => show(index) },
      label,
    ),
  );
  return React.createElement(
    'div',
    { className: 'code-samples', role: 'group', 'aria-label': 'Code samples' },
    React.createElement('div', null, choices),
    React.createElement('pre', { tabIndex: 0 }, React.createElement('code', null, samples[shown]?.source)),
  );
}

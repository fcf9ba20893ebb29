import { functionNamesById, idOf, type Templates } from '../../infra/templates.ts';

/** A JSON line of a function's log, and when it was written, in seconds. */
export interface LoggedLine {
  /** `payments-sweep` */
  functionName: string;
  atS: number;
  line: Record<string, unknown>;
}

interface Transformation {
  MetricName: string;
  MetricValue: string;
}

/** The metrics that the metric filters of a stage's service stack make of log lines, as CloudWatch Logs documents. */
export function metricsOf(templates: Templates, logged: readonly LoggedLine[]) {
  const resources = templates.resources('service');
  const names = functionNamesById(resources, templates.stage);
  const functionOf = new Map(
    [...names].map(([id, name]) => {
      const { LoggingConfig } = resources.find((each) => each.id === id)?.properties ?? {};
      return [idOf((LoggingConfig as { LogGroup: unknown }).LogGroup), name];
    }),
  );
  const filters = resources
    .filter(({ type }) => type === 'AWS::Logs::MetricFilter')
    .map(({ properties }) => ({
      functionName: functionOf.get(idOf(properties.LogGroupName)),
      matches: matcherOf(String(properties.FilterPattern)),
      transformations: properties.MetricTransformations as Transformation[],
    }));
  return (metricName: string) =>
    logged.flatMap(({ functionName, atS, line }) =>
      filters
        .filter((filter) => filter.functionName === functionName && filter.matches(line))
        .flatMap(({ transformations }) => transformations.filter(({ MetricName }) => MetricName === metricName))
        .map(({ MetricValue }) => ({
          atS,
          visibleS: atS,
          value: Number(MetricValue.startsWith('$.') ? line[MetricValue.slice(2)] : MetricValue),
        })),
    );
}

/** `{ $.a = "text" }`, `{ ($.a = 1) && ($.b IS TRUE) }`. A property that a line does not have matches nothing. */
function matcherOf(pattern: string): (line: Record<string, unknown>) => boolean {
  const conditions = pattern
    .replace(/^\{\s*|\s*\}$/g, '')
    .split(' && ')
    .map((text) => {
      const parsed = /^\(?\$\.(\w+) (=|!=|IS) ("[^"]*"|[\d.]+|TRUE|FALSE)\)?$/.exec(text.trim());
      if (!parsed) throw new Error(`unsupported pattern: ${text}`);
      const [, name = '', operator, operand = ''] = parsed;
      const wanted: unknown = JSON.parse(operator === 'IS' ? operand.toLowerCase() : operand);
      return (line: Record<string, unknown>) =>
        line[name] !== undefined && (line[name] === wanted) === (operator !== '!=');
    });
  return (line) => conditions.every((holds) => holds(line));
}

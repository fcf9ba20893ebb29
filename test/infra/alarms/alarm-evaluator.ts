/**
 * Evaluates an alarm on metrics as CloudWatch's user guide describes: "Alarm evaluation", "Configuring how alarms treat
 * missing data", and the metric math function FILL. Time is simulated.
 */
export interface AlarmProperties {
  Period?: number;
  Statistic?: string;
  MetricName?: string;
  Metrics?: {
    Id: string;
    Expression?: string;
    MetricStat?: { Metric: { MetricName: string }; Period: number; Stat: string };
    ReturnData?: boolean;
  }[];
  EvaluationPeriods: number;
  DatapointsToAlarm?: number;
  Threshold: number;
  ComparisonOperator: string;
  TreatMissingData?: string;
}

/** One measurement: its time, and when it becomes visible to CloudWatch, in seconds. */
export interface Measured {
  atS: number;
  visibleS: number;
  value: number;
}

export type State = 'OK' | 'ALARM';

/** Values by period, the oldest first. Undefined is a period without data. */
type Points = readonly (number | undefined)[];

// "CloudWatch attempts to retrieve a higher number of data points than Evaluation Periods"; 2 more in the guide's
// example.
const RETRIEVED_MORE = 2;

/** The state by the newest periods. Supports the two treatments of missing data that our alarms use. */
function evaluate(points: Points, alarm: AlarmProperties): State {
  const { EvaluationPeriods: periods, DatapointsToAlarm: needed = periods, TreatMissingData: treatment } = alarm;
  if (treatment !== 'breaching' && treatment !== 'notBreaching') throw new Error(`unsupported: ${treatment}`);
  // The newest real data first. Missing data is filled in only where there is too little.
  const real = points.filter((point) => point !== undefined).slice(-periods);
  const breaching = real.filter((value) => isBreaching(value, alarm)).length;
  const filledIn = treatment === 'breaching' ? periods - real.length : 0;
  return breaching + filledIn >= needed ? 'ALARM' : 'OK';
}

function isBreaching(value: number, { ComparisonOperator: operator, Threshold: threshold }: AlarmProperties): boolean {
  switch (operator) {
    case 'GreaterThanOrEqualToThreshold':
      return value >= threshold;
    case 'LessThanThreshold':
      return value < threshold;
    default:
      throw new Error(`unsupported: ${operator}`);
  }
}

/** The alarm's state after each minute. `measured` returns the data of a metric by its name. */
export function statesOf(
  alarm: AlarmProperties,
  measured: (metricName: string) => readonly Measured[],
  minutes: number,
): State[] {
  return Array.from({ length: minutes }, (_, minute) => {
    const nowS = (minute + 1) * 60;
    return evaluate(pointsAt(nowS, alarm, measured), alarm);
  });
}

function pointsAt(nowS: number, alarm: AlarmProperties, measured: (metricName: string) => readonly Measured[]): Points {
  const queries = alarm.Metrics ?? [];
  const periodS = alarm.Period ?? queries.find(({ MetricStat }) => MetricStat)?.MetricStat?.Period ?? 60;
  const count = Math.min(alarm.EvaluationPeriods + RETRIEVED_MORE, Math.floor(nowS / periodS));
  const newestEndS = Math.floor(nowS / periodS) * periodS;
  const periodStarts = Array.from({ length: count }, (_, index) => newestEndS - (count - index) * periodS);
  const series = (metricName: string, stat: string): Points =>
    periodStarts.map((startS) => {
      const values = measured(metricName)
        .filter(({ atS, visibleS }) => atS >= startS && atS < startS + periodS && visibleS <= nowS)
        .map(({ value }) => value);
      if (values.length === 0) return undefined;
      if (stat === 'Sum') return values.reduce((sum, value) => sum + value, 0);
      if (stat === 'Minimum') return Math.min(...values);
      if (stat === 'Maximum') return Math.max(...values);
      throw new Error(`unsupported: ${stat}`);
    });
  if (alarm.MetricName !== undefined) return series(alarm.MetricName, alarm.Statistic ?? 'Sum');
  const byId = new Map(
    queries.flatMap(({ Id, MetricStat }) =>
      MetricStat ? [[Id, series(MetricStat.Metric.MetricName, MetricStat.Stat)] as const] : [],
    ),
  );
  const watched = queries.find(({ Expression, ReturnData = true }) => Expression !== undefined && ReturnData);
  return expressionOf(watched?.Expression ?? '', byId);
}

/**
 * A term, `a - FILL(b, 0)`, `IF(a > 0, b, 0)`, or the greatest of all. The result has a point only where each metric in it has one. FILL
 * adds missing points.
 */
function expressionOf(expression: string, byId: ReadonlyMap<string, Points>): Points {
  const seriesOf = (term: string): Points => {
    const [, filled, filler, plain] = /^(?:FILL\((\w+), (\d+)\)|(\w+))$/.exec(term.trim()) ?? [];
    const points = byId.get(filled ?? plain ?? '');
    if (!points) throw new Error(`unsupported: ${expression}`);
    return filler === undefined ? points : points.map((point) => point ?? Number(filler));
  };
  if (expression === 'MAX(FILL(METRICS(), 0))') {
    const all = [...byId.values()];
    return (all[0] ?? []).map((_, index) => Math.max(...all.map((points) => points[index] ?? 0)));
  }
  const [, condition, then] = /^IF\((\w+) > 0, (\w+), 0\)$/.exec(expression) ?? [];
  const terms = condition && then ? [condition, then] : expression.split(' - ');
  const [first = [], second] = terms.map(seriesOf);
  if (!second) return first;
  return first.map((one, index) => {
    const other = second[index];
    if (one === undefined || other === undefined) return undefined;
    if (condition) return one > 0 ? other : 0;
    return one - other;
  });
}

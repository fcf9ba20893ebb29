import './cells.css';
import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { TableProps } from '@cloudscape-design/components/table';
import { createElement, type ReactNode } from 'react';
import { useNarrow } from '../components/sizes.ts';
import { Sum } from './cells.tsx';

type Definition<Row> = TableProps.ColumnDefinition<Row>;

/** A column. Of a row without a value (`null`, `false`) a desk shows a dash, and a phone leaves the line out. */
export interface Column<Row> extends Omit<Definition<Row>, 'id' | 'header' | 'cell'> {
  header: string;
  cell: (row: Row) => ReactNode;
  /** A figure, set to the right. */
  isSum?: boolean;
  /** On a desk no column of its own: in small below the value of the named one, and left out without a value. */
  below?: string;
}

/** A line on a phone: a column's value, in small or strong, with its name before it; or what is made of the row. */
type Line<Row, Id> = Id | readonly [Id, 'small' | 'strong', 'named'?] | ((row: Row) => ReactNode);

/** A column of a phone: lines below each other, at the position and under the name of the column `of`. */
export interface Stack<Row, Id> {
  of: Id;
  header?: string;
  lines: readonly Line<Row, Id>[];
  isSum?: boolean;
  minWidth?: number;
}

/** The columns by their ids, in the order of a desk. */
export type Columns<Row, Id extends string> = Readonly<Record<Id, Column<Row>>>;
/** What a phone shows of them. */
export type Phone<Row, Id> = readonly (Id | Stack<Row, Id>)[];

const NONE = '–';

/** The columns of a table, at a desk or on a phone. */
export function useColumns<Row, Id extends string>(
  columns: Columns<Row, Id>,
  phone: Phone<Row, NoInfer<Id>>,
): Definition<Row>[] {
  return useNarrow() ? phoneColumns(columns, phone) : deskColumns(columns);
}

function deskColumns<Row, Id extends string>(columns: Columns<Row, Id>): Definition<Row>[] {
  return (Object.keys(columns) as Id[]).filter((id) => columns[id].below === undefined).map((id) => wide(columns, id));
}

function phoneColumns<Row, Id extends string>(columns: Columns<Row, Id>, phone: Phone<Row, Id>): Definition<Row>[] {
  return phone.map((part) => (typeof part === 'string' ? wide(columns, part) : stacked(columns, part)));
}

function wide<Row, Id extends string>(columns: Columns<Row, Id>, id: Id): Definition<Row> {
  const { header, cell, isSum = false, below: _, ...column } = columns[id];
  const small = (Object.values(columns) as Column<Row>[]).filter(({ below }) => below === id);
  return {
    ...column,
    id,
    header: aligned(header, isSum),
    cell: (row) => {
      const value = cell(row);
      return (
        <>
          {aligned(isThere(value) ? value : NONE, isSum)}
          {small.map((each) => {
            const more = each.cell(row);
            return (
              isThere(more) && (
                <Box key={each.header} variant="small" display="block" textAlign={isSum ? 'right' : 'left'}>
                  {more}
                </Box>
              )
            );
          })}
        </>
      );
    },
  };
}

function stacked<Row, Id extends string>(columns: Columns<Row, Id>, stack: Stack<Row, Id>): Definition<Row> {
  const { of, lines, isSum = false, minWidth } = stack;
  const { header, isRowHeader = false, sortingField } = columns[of];
  const lineOf = (line: Line<Row, Id>, row: Row): ReactNode => {
    if (typeof line === 'function') return line(row);
    const [id, variant = 'div', isNamed = false] = typeof line === 'string' ? [line] : line;
    const value = columns[id].cell(row);
    if (!isThere(value)) return null;
    return (
      <Box variant={variant}>
        {isNamed && `${columns[id].header}: `}
        {aligned(value, isSum)}
      </Box>
    );
  };
  return {
    id: of,
    header: aligned(stack.header ?? header, isSum),
    isRowHeader,
    ...(sortingField !== undefined && { sortingField }),
    ...(minWidth !== undefined && { minWidth }),
    cell: (row) => createElement(SpaceBetween, { size: 'xxxs' }, ...lines.map((line) => lineOf(line, row))),
  };
}

function isThere(value: ReactNode): boolean {
  return value !== null && value !== undefined && value !== false;
}

function aligned(content: ReactNode, isSum: boolean): ReactNode {
  return isSum ? <Sum>{content}</Sum> : content;
}

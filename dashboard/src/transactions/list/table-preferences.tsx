import CollectionPreferences from '@cloudscape-design/components/collection-preferences';
import { useText } from '../../i18n/language.ts';
import type { ColumnId } from './transaction-columns.tsx';
import type { TableChoice } from './use-table-choice.ts';

export interface TablePreferencesProps {
  columns: readonly { id: ColumnId; header: string }[];
  choice: TableChoice;
  onChange: (choice: TableChoice) => void;
}

/** Which columns a table shows, in which order, and how dense. A module of its own: it is large and seldom opened. */
export function TablePreferences({ columns, choice, onChange }: TablePreferencesProps) {
  const text = useText('preferences');
  return (
    <CollectionPreferences
      title={text.title}
      confirmLabel={text.confirm}
      cancelLabel={text.cancel}
      preferences={{
        wrapLines: choice.wrapLines,
        contentDensity: choice.isDense ? 'compact' : 'comfortable',
        contentDisplay: choice.display,
      }}
      onConfirm={({ detail }) =>
        onChange({
          wrapLines: detail.wrapLines ?? false,
          isDense: detail.contentDensity === 'compact',
          display: (detail.contentDisplay ?? choice.display).flatMap((item) =>
            'visible' in item ? [{ id: item.id as ColumnId, visible: item.visible === true }] : [],
          ),
        })
      }
      wrapLinesPreference={{ label: text.wrapLines, description: text.wrapLinesHint }}
      contentDensityPreference={{ label: text.dense, description: text.denseHint }}
      contentDisplayPreference={{
        title: text.columns,
        description: text.columnsHint,
        options: columns.map(({ id, header }) => ({
          id,
          label: header,
          alwaysVisible: id === 'order',
        })),
      }}
    />
  );
}

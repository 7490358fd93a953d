import type { ReactNode } from 'react';
import { useT } from '../../shell/i18n.ts';
import { wholeText } from '../state/words.ts';

interface CoverageTableProps {
  readonly names: readonly ('exchange' | 'date' | 'securities' | 'priced' | 'stated' | 'guessed')[];
  readonly rows: readonly (readonly [key: string | undefined, head: ReactNode, counts: readonly number[]])[];
}

export function CoverageTable({ names, rows }: CoverageTableProps) {
  const t = useT();
  return (
    <table className="data-coverage">
      <thead>
        <tr>
          {names.map((name) => (
            <th key={name} scope="col">
              {t(`data.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([key, head, counts]) => (
          <tr key={key}>
            <th scope="row">{head}</th>
            {counts.map((count, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the columns are fixed
              <td key={at}>{wholeText(count)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

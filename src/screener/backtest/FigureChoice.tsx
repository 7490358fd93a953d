import { useT } from '../../shell/i18n.ts';
import { Choice } from '../controls/Choice.tsx';
import { VARIANT_FIGURE_NAMES, type VariantFigure } from './figure.ts';

interface FigureChoiceProps {
  readonly value: VariantFigure;
  readonly onChange: (figure: VariantFigure) => void;
}

export function FigureChoice({ value, onChange }: FigureChoiceProps) {
  const t = useT();
  return (
    <Choice
      className="card-choice line"
      label={t('backtest.figure')}
      value={value}
      options={VARIANT_FIGURE_NAMES.map(
        (figure) => [figure, t(figure === 'turnoverPerYear' ? 'statistic.turnover' : `statistic.${figure}`)] as const,
      )}
      onChange={onChange}
    />
  );
}

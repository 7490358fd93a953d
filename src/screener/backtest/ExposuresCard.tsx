import { useState } from 'react';
import { useT } from '../../shell/i18n.ts';
import { FileButton } from '../controls/FileButton.tsx';
import { counted } from '../state/words.ts';
import { Card } from './Card.tsx';
import { useRunAnswer } from './useRunAnswer.ts';
import { Work } from './Work.tsx';
import { percent, ratio, signed } from './words.ts';

const FILE_BYTES_MAX = 8 * 1024 * 1024;

/** Regression of the screen's monthly returns on the factors of a file. The file stays on this device. */
export function ExposuresCard({ run }: { readonly run: number }) {
  const t = useT();
  const [file, setFile] = useState<{ readonly name: string; readonly text: string } | null>(null);
  const [isTooLarge, setTooLarge] = useState(false);
  const take = async (chosen: File): Promise<void> => {
    setTooLarge(chosen.size > FILE_BYTES_MAX);
    if (chosen.size <= FILE_BYTES_MAX) setFile({ name: chosen.name, text: await chosen.text() });
  };
  return (
    <Card
      title={t('backtest.exposures')}
      place="exposures"
      tools={<FileButton onFile={(chosen) => void take(chosen)}>{file?.name ?? t('backtest.factorFile')}</FileButton>}
    >
      {isTooLarge && <p className="card-note warn">{t('backtest.factorLarge')}</p>}
      {file ? <Fitted run={run} text={file.text} /> : <p className="card-note">{t('backtest.factorNote')}</p>}
    </Card>
  );
}

function Fitted({ run, text }: { readonly run: number; readonly text: string }) {
  const t = useT();
  const asked = useRunAnswer(run, { kind: 'exposures', text }, true);
  const found = asked.answer;
  if (!found)
    return asked.share === null && asked.fault === null ? (
      <p className="card-note">{t('backtest.factorNone')}</p>
    ) : (
      <Work asked={asked} />
    );
  return (
    <>
      <table className="figures">
        <thead>
          <tr>
            <th scope="col">{t('backtest.factor')}</th>
            <th scope="col">{t('backtest.slope')}</th>
            <th scope="col">{t('backtest.tValue')}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{t('backtest.intercept')}</th>
            <td>{signed(found.alpha, 2)}</td>
            <td>{ratio(found.interceptT)}</td>
          </tr>
          {found.names.map((name, at) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{ratio(found.slopes[at])}</td>
              <td>{ratio(found.slopeTs[at])}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="card-note">
        {t('backtest.fit', { share: percent(found.rSquared), months: counted('backtest.months', found.months) })}
      </p>
    </>
  );
}

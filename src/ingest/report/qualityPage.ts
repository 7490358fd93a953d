/** The report as a self-contained page without scripts, in both themes. */
import { FINDING_TEXTS, FINDINGS, type Quality } from './quality.ts';
import type { Report } from './report.ts';

const COUNTRY_COLUMNS = [
  'totalRevenue',
  'totalAssets',
  'netIncome',
  'operatingCashflow',
  'marketCapitalization',
  'close',
  'stats.252.rateBack',
];

const STYLE = `:root{color-scheme:light dark;--text:light-dark(#1a1c20,#e6e8ec);--ground:light-dark(#fff,#15171b);--line:light-dark(#c9ced6,#3a3f49);--soft:light-dark(#5a6270,#a3abb8);--stop:light-dark(#a4161a,#ff9a9a)}
body{margin:2rem auto;max-width:72rem;padding:0 1rem;font:15px/1.5 system-ui,sans-serif;color:var(--text);background:var(--ground)}
h1{font-size:1.5rem}h2{font-size:1.15rem;margin-block-start:2.5rem}p,li{max-width:60rem}
.wide{overflow-x:auto}table{border-collapse:collapse;font-variant-numeric:tabular-nums}
caption{text-align:start;color:var(--soft);padding-block-end:.4rem}
th,td{padding:.25rem .7rem;border-block-end:1px solid var(--line);text-align:start;vertical-align:top}
.figure{text-align:end;white-space:nowrap}.stop{color:var(--stop);font-weight:600}
ul{padding-inline-start:1.2rem;margin:.2rem 0}`;

const escaped = (text: string): string =>
  text
    .replaceAll(/\p{Cc}/gu, '�')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
const counted = (count: number): string => count.toLocaleString('en-US');
const share = (count: number, of: number): string => (of === 0 ? '—' : `${((100 * count) / of).toFixed(1)} %`);

interface Cell {
  readonly text: string;
  readonly isFigure: boolean;
  /** A list instead of `text`. */
  readonly list?: readonly string[];
}
const text = (value: string): Cell => ({ text: value, isFigure: false });
const figure = (value: string): Cell => ({ text: value, isFigure: true });

function tableHtml(caption: string, header: readonly Cell[], rows: readonly (readonly Cell[])[]): string {
  const cell = (name: 'td' | 'th', { text: value, isFigure, list }: Cell): string => {
    const content = list ? `<ul>${list.map((line) => `<li>${escaped(line)}</li>`).join('')}</ul>` : escaped(value);
    return `<${name}${name === 'th' ? ' scope="col"' : ''}${isFigure ? ' class="figure"' : ''}>${content}</${name}>`;
  };
  const body = rows.map((row) => `<tr>${row.map((one) => cell('td', one)).join('')}</tr>`).join('\n');
  return `<div class="wide" role="region" aria-label="${escaped(caption)}" tabindex="0"><table><caption>${escaped(caption)}</caption><thead><tr>${header.map((one) => cell('th', one)).join('')}</tr></thead><tbody>${body}</tbody></table></div>`;
}

function sourcesHtml({ sources }: Quality): string {
  const rows = sources.flatMap(({ name, tables }) =>
    [...tables].map(([table, { readCount, joinedCount, dropped }]) => {
      const reasons = [...dropped].sort((a, b) => b[1].count - a[1].count);
      const droppedCount = reasons.reduce((sum, [, { count }]) => sum + count, 0);
      const list = reasons.map(([reason, { count, places }]) => `${counted(count)}: ${reason} (${places.join('; ')})`);
      return [
        text(name),
        text(table),
        figure(counted(readCount)),
        figure(counted(joinedCount)),
        figure(counted(droppedCount)),
        { text: '—', isFigure: false, ...(list.length > 0 && { list }) },
      ];
    }),
  );
  const header = [text('Source'), text('Table'), figure('Read'), figure('Joined'), figure('Dropped'), text('Reasons, and where')];
  return tableHtml('Rows per source and table', header, rows);
}

function findingsHtml({ findings }: Quality): string {
  const rows = FINDINGS.map((name) => {
    const { checkedCount, foundCount, examples } = findings[name];
    return [
      text(`Of these, so many ${FINDING_TEXTS[name]}`),
      figure(counted(checkedCount)),
      figure(counted(foundCount)),
      figure(share(foundCount, checkedCount)),
      { text: '—', isFigure: false, ...(examples.length > 0 && { list: examples }) },
    ];
  });
  return tableHtml('Outliers', [text('What'), figure('Checked'), figure('Found'), figure('Share'), text('Such as')], rows);
}

function countriesHtml({ countries }: Quality): string {
  const rows = [...countries].map(([country, { rowCount, missing }]) => [
    text(country),
    figure(counted(rowCount)),
    ...COUNTRY_COLUMNS.map((id) => figure(share(missing.get(id) ?? 0, rowCount))),
  ]);
  return tableHtml(
    'Securities per country, and the share of them that lacks a value',
    [text('Country'), figure('Securities'), ...COUNTRY_COLUMNS.map(figure)],
    rows,
  );
}

function columnsHtml({ missing, rowCount, quality }: Report): string {
  const rows = [...missing].map(([id, count]) => [
    text(id),
    figure(share(count, rowCount)),
    ...quality.sources.map(({ values }) => figure(values.has(id) ? counted(values.get(id)!) : '—')),
  ]);
  const header = [text('Column'), figure('Missing'), ...quality.sources.map(({ name }) => figure(`Values of ${name}`))];
  return tableHtml('Share of all securities without a value, and how many values each source has brought', header, rows);
}

export function qualityPage(report: Report): string {
  const { quality, build } = report;
  const stops = quality.stops.map((stop) => `<li class="stop">${escaped(stop)}</li>`).join('');
  const verdict =
    build === null
      ? '<p class="stop">Not published.</p>'
      : `<p>Build ${escaped(build)}: ${counted(report.rowCount)} securities in ${report.countries.size} countries.</p>`;
  const lines = [...report.notes, ...quality.lines()].map((line) => `<li>${escaped(line)}</li>`).join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Quality of the data</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Quality of the data</h1>
${verdict}
${stops === '' ? '' : `<h2>Limits exceeded</h2><ul>${stops}</ul>`}
<h2>Sources</h2>
${sourcesHtml(quality)}
${lines === '' ? '' : `<ul>${lines}</ul>`}
<h2>Outliers</h2>
${findingsHtml(quality)}
<h2>Countries</h2>
${countriesHtml(quality)}
<h2>Columns</h2>
${columnsHtml(report)}
</main>
</body>
</html>
`;
}

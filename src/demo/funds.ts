import { SECTORS, type Sector } from '../catalogue/codes.ts';
import { rootName } from './names.ts';
import type { Random } from './random.ts';

export interface Fund {
  readonly name: string;
  readonly root: string;
  readonly assetsUsd: number;
  readonly beta: number;
  readonly noise: number;
  readonly dividendYield: number;
  /** Sector that it tracks. */
  readonly sector: Sector;
  readonly description: string;
}

/** Kinds of funds: weight, words, beta, idiosyncratic daily volatility, yield. */
const KINDS: readonly (readonly [number, readonly string[], number, number, number])[] = [
  [
    30,
    ['World Equity', 'Large Cap', 'Small Cap', 'Total Market', 'Core Equity', 'Quality', 'Value', 'Momentum'],
    1,
    0.002,
    0.015,
  ],
  [22, ['Sector Leaders', 'Sector Select', 'Industry Focus'], 1.05, 0.004, 0.012],
  [14, ['Emerging Markets', 'Frontier', 'Asia Pacific', 'Europe', 'Latin America'], 0.95, 0.006, 0.02],
  [18, ['Government Bond', 'Corporate Bond', 'High Yield', 'Short Treasury', 'Aggregate Bond'], 0.08, 0.0018, 0.036],
  [6, ['Gold', 'Silver', 'Commodity Basket', 'Energy Futures'], 0.1, 0.009, 0],
  [6, ['Dividend Aristocracy', 'High Dividend', 'Covered Call Income'], 0.8, 0.003, 0.045],
  [4, ['2x Long', 'Inverse', '3x Bull'], 1.9, 0.004, 0],
];

export function drawFund(region: string, city: string, random: Random): Fund {
  const kind = KINDS[random.weighted(KINDS.map(([weight]) => weight))] ?? KINDS[0];
  const [, words, beta, noise, dividendYield] = kind as (typeof KINDS)[number];
  const word = random.pick(words);
  const root = rootName(region, random);
  const sector = random.pick(SECTORS);
  const subject = word.startsWith('Sector') || word.startsWith('Industry') ? `${sector} ${word}` : word;
  const name = `${root} ${subject} ETF`;
  return {
    name,
    root,
    assetsUsd: Math.max(110e6 * random.spread(1.9), 1e6),
    beta: word === 'Inverse' ? -1 : beta,
    noise: noise * random.spread(0.2),
    dividendYield: dividendYield === 0 || random.chance(0.2) ? 0 : dividendYield * random.spread(0.3),
    sector,
    description: `Synthetic: ${name} of ${city} follows ${subject.toLowerCase()}. No such fund exists.`,
  };
}

import type { Sector } from '../catalogue/codes.ts';
import type { Random } from './random.ts';

/** First, middle and last syllables by region. */
const SYLLABLES: Readonly<Record<string, readonly [string, string, string]>> = {
  'Northern America': [
    'Ald Bel Brook Cal Carv Cor Del Dun East Fair Gran Hal Har Kel Lan Mar North Oak Pem Quin Ral Sax Stan Thorn Val Wes Wil Wyn',
    'a e i en er in ing o on or a',
    'bury crest dale field ford gate ham haven hurst land leigh mark mont more rick ridge stead stone ton vale ville ward well wick',
  ],
  Europe: [
    'Arv Bren Cast Drav Eld Fal Gren Hel Iven Karl Lind Mont Nor Oster Plan Rav Sund Tor Ulm Vest Wal Ziel Brun Fjor Lar Mir',
    'a e i o u an el en er in ol or',
    'bach berg dal feld gard holm ia is ment mark nik on ov ric ska stad stein thal tis um vik wald',
  ],
  'Latin America and the Caribbean': [
    'Al Ama Bar Cal Cor Del Esp Flor Gua Ita Jara Lum Mar Nev Ori Par Quet Ros San Tam Val Ver',
    'a e i o an en in or ar',
    'anca anza ara ario bel cito dero elo ena eras esa illo ina ona oro osa tal tera via',
  ],
  Asia: [
    'Aki Chen Dae Fuku Guang Han Hiro Indra Jin Kaz Kiri Lian Mei Nara Oku Pra Ryo Sato Sun Tae Uma Vin Wei Xin Yama Zhong',
    'a i o u an en in ei ao ya',
    'bao chi dara gawa han hira jaya kai kawa ko ling moto nath ra sen shin tani tech wan wara xing yang yuan',
  ],
  Other: [
    'Akan Bara Dar Elim Farah Gul Hamra Ibra Jaz Kari Lus Mara Nal Omar Qas Rash Sahar Tar Um Wadi Zam',
    'a e i o u ar an',
    'bia dan far iya kand khar la mar nar rah ran sal shan tan war zan',
  ],
};

const parts = Object.fromEntries(
  Object.entries(SYLLABLES).map(([region, lists]) => [region, lists.map((list) => list.split(' '))]),
) as Record<string, [string[], string[], string[]]>;

const SECTOR_WORDS: Readonly<Record<Sector, string>> = {
  Miscellaneous: 'Acquisition|Ventures|Holdings|Opportunity',
  Materials: 'Minerals|Chemicals|Metals|Resources|Paper|Gold|Mining|Lithium|Cement',
  'Communication Services': 'Media|Telecom|Networks|Broadcasting|Games|Mobile|Interactive',
  'Consumer Cyclical': 'Motors|Apparel|Hotels|Homes|Retail|Leisure|Stores|Education|Parts',
  'Consumer Defensive': 'Foods|Beverages|Markets|Household|Brands|Dairy|Farms',
  Energy: 'Energy|Petroleum|Oil & Gas|Drilling|Pipelines|Oilfield',
  Financials: 'Bancorp|Bank|Insurance|Capital|Financial|Assurance|Securities',
  'Health Care': 'Pharma|Biosciences|Therapeutics|Medical|Health|Diagnostics|Devices',
  Industrials: 'Engineering|Industries|Logistics|Machinery|Aerospace|Construction|Electric|Shipping',
  'Real Estate': 'Properties|Realty|Land|Real Estate|Estates',
  'Information Technology': 'Systems|Software|Semiconductor|Technologies|Data|Devices|Cloud|Optics',
  Utilities: 'Power|Water|Gas|Utilities|Electric|Renewables',
};

/** A synthetic name such as `Brookermont`. */
export function rootName(region: string, random: Random): string {
  const [first, middle, last] = parts[region] ?? (parts.Other as [string[], string[], string[]]);
  const join = random.chance(0.6) ? random.pick(middle) : '';
  return random.pick(first) + join + random.pick(last);
}

export function companyName(root: string, sector: Sector, legal: string, random: Random): string {
  const words = SECTOR_WORDS[sector].split('|');
  const form = legal === 'Inc.' ? random.pick(['Inc.', 'Inc.', 'Corp.', 'Corp.', 'Holdings', 'Co.', 'Group Inc.']) : legal;
  if (random.chance(0.12)) return `${root} ${form}`;
  return `${root} ${random.pick(words)}${random.chance(0.18) ? ' Group' : ''} ${form}`;
}

const STREETS = 'Harbour|Market|Station|Mill|Garden|River|Castle|Bridge|Park|Church|Queen|King|Forest|Lake|Hill|Canal'.split('|');

export function addressIn(city: string, country: string, random: Random): string {
  return `${1 + random.whole(900)} ${random.pick(STREETS)} ${random.pick(['Street', 'Road', 'Avenue', 'Square'])}, ${city}, ${country}`;
}

import { COUNTRIES } from '../catalogue/codes.ts';

export interface Place {
  /** Relative number of securities. */
  readonly weight: number;
  readonly city: string;
  /** Legal form. */
  readonly legal: string;
  /** Share of exchange-traded funds among the securities. */
  readonly fundShare: number;
  /** Maximum market value of a company, in US dollars. */
  readonly largestUsd: number;
}

/** Country, weight, city, legal form, and the percentage of funds where it is high. */
const TABLE = `
US 11500 New York|Inc.|16
CA 3000 Toronto|Corp.|21
BM 120 Hamilton|Ltd.
GL 4 Nuuk|A/S
MX 260 Mexico City|S.A.B. de C.V.|4
BR 520 São Paulo|S.A.|5
AR 160 Buenos Aires|S.A.
CL 60 Santiago|S.A.
CO 40 Bogotá|S.A.
PE 50 Lima|S.A.A.
UY 8 Montevideo|S.A.
VE 12 Caracas|S.A.
PA 20 Panama City|S.A.
CR 5 San José|S.A.
PR 10 San Juan|Inc.
JM 8 Kingston|Ltd.
TT 6 Port of Spain|Ltd.
BB 6 Bridgetown|Ltd.
BS 12 Nassau|Ltd.
BZ 4 Belize City|Ltd.
KY 160 George Town|Ltd.
VG 90 Road Town|Ltd.
CW 4 Willemstad|N.V.
FK 3 Stanley|plc
GB 2300 London|plc|2
IE 750 Dublin|plc|75
DE 2300 Frankfurt|AG|6
FR 1200 Paris|S.A.|4
NL 330 Amsterdam|N.V.|4
BE 230 Brussels|S.A.
LU 420 Luxembourg|S.A.|74
AT 170 Vienna|AG
CH 600 Zurich|AG|12
LI 10 Vaduz|AG
IT 680 Milan|S.p.A.
ES 420 Madrid|S.A.
PT 70 Lisbon|S.A.
GR 210 Athens|S.A.
CY 90 Nicosia|plc
MT 40 Valletta|plc
MC 12 Monaco|S.A.M.
DK 290 Copenhagen|A/S
FO 6 Tórshavn|P/F
SE 1250 Stockholm|AB|2
NO 480 Oslo|ASA
FI 270 Helsinki|Oyj
IS 30 Reykjavík|hf.
EE 30 Tallinn|AS
LV 14 Riga|AS
LT 34 Vilnius|AB
PL 900 Warsaw|S.A.
CZ 40 Prague|a.s.
SK 16 Bratislava|a.s.
HU 40 Budapest|Nyrt.
SI 24 Ljubljana|d.d.
HR 90 Zagreb|d.d.
RS 12 Belgrade|a.d.
MK 8 Skopje|AD
BG 110 Sofia|AD
RO 36 Bucharest|S.A.
UA 24 Kyiv|PJSC
RU 290 Moscow|PJSC
GG 90 St Peter Port|Ltd.
JE 80 St Helier|plc
IM 35 Douglas|plc
GI 8 Gibraltar|Ltd.
TR 640 Istanbul|A.Ş.
IL 680 Tel Aviv|Ltd.|10
SA 60 Riyadh|Co.
AE 60 Dubai|PJSC
QA 24 Doha|Q.P.S.C.
KW 30 Kuwait City|K.S.C.
BH 14 Manama|B.S.C.
OM 14 Muscat|SAOG
JO 12 Amman|PLC
GE 6 Tbilisi|JSC
AZ 4 Baku|OJSC
KZ 26 Almaty|JSC
KG 4 Bishkek|OJSC
EG 44 Cairo|S.A.E.
MA 18 Casablanca|S.A.
TN 8 Tunis|S.A.
ZA 420 Johannesburg|Ltd.|12
NA 10 Windhoek|Ltd.
BW 8 Gaborone|Ltd.
MZ 4 Maputo|S.A.
ZM 8 Lusaka|plc
MU 40 Port Louis|Ltd.
KE 20 Nairobi|plc
NG 36 Lagos|plc
GH 10 Accra|plc
CI 8 Abidjan|S.A.
SN 4 Dakar|S.A.
GA 3 Libreville|S.A.
CN 6000 Shanghai|Co., Ltd.|9
HK 2500 Hong Kong|Ltd.|6
MO 14 Macao|Ltd.
TW 2400 Taipei|Co., Ltd.|8
JP 4400 Tokyo|Co., Ltd.|6
KR 3100 Seoul|Co., Ltd.|16
MN 16 Ulaanbaatar|JSC
IN 6200 Mumbai|Ltd.|3
PK 30 Karachi|Ltd.
BD 12 Dhaka|Ltd.
LK 14 Colombo|PLC
SG 720 Singapore|Ltd.|3
MY 1100 Kuala Lumpur|Bhd.
TH 980 Bangkok|PCL
ID 960 Jakarta|Tbk
PH 310 Manila|Corp.
VN 40 Hanoi|JSC
KH 6 Phnom Penh|Plc.
MM 5 Yangon|Ltd.
AU 2400 Sydney|Ltd.|12
NZ 210 Auckland|Ltd.|10
PG 14 Port Moresby|Ltd.
MH 24 Majuro|Inc.
`;

/** Market value of the largest listed company by country of domicile in 2025, in billions of US dollars, rounded. */
const LARGEST = `
US 4000 SA 1600 TW 1200 KY 700 CN 450 KR 400 NL 400 FR 350 CH 330 JP 330 DE 320 GB 280 IE 250 DK 230 IN 230 CA 220 AU 190 ES 160 SE 130
LU 130 BE 130 IT 120 HK 120 SG 120 AE 110 BR 90 BM 80 RU 80 MX 70 TH 70 NO 70 FI 75 ZA 60 IL 60 ID 60 AR 60 JE 60 QA 45 KW 45 PE 40 PL 35
AT 35 PA 35 MY 30 CL 30 CZ 30 HU 25 KZ 25 TR 20 CO 20 PT 20 VN 20 NG 15 GR 15 PH 15 GG 15 MA 12 KE 10 NZ 10
`;
const LARGEST_ELSEWHERE = 5;
const LARGEST_BY_COUNTRY = new Map(
  [...LARGEST.matchAll(/([A-Z]{2}) (\d+)/g)].map(([, code = '', billions]) => [code, Number(billions)]),
);

const PLACES: ReadonlyMap<string, Place> = new Map(
  TABLE.trim()
    .split('\n')
    .map((line): [string, Place] => {
      const [, code = '', weight = '', city = '', legal = '', percent = '0.5'] =
        /^(\S+) (\d+) ([^|]+)\|([^|]+)(?:\|(\d+))?$/.exec(line) ?? [];
      const largestUsd = 1e9 * (LARGEST_BY_COUNTRY.get(code) ?? LARGEST_ELSEWHERE);
      return [code, { weight: Number(weight), city, legal, fundShare: Number(percent) / 100, largestUsd }];
    }),
);

export function placeOf(code: string): Place {
  const place = PLACES.get(code);
  if (!place) throw new Error(`the demo has no place for ${code}`);
  return place;
}

/** Minimum per country if there are enough securities. */
const SECURITIES_MIN = 4;

/** Distributes `total` securities over the countries, in the order of COUNTRIES: in proportion to their weights, with a minimum. */
export function securityCounts(total: number, codes: readonly string[] | null = null): { code: string; count: number }[] {
  const countries = COUNTRIES.filter(({ code }) => codes === null || codes.includes(code));
  const floor = Math.min(SECURITIES_MIN, Math.floor(total / countries.length));
  const shared = total - floor * countries.length;
  const weights = countries.map(({ code }) => placeOf(code).weight);
  const weightSum = weights.reduce((sum, weight) => sum + weight, 0);
  let weightBefore = 0;
  return countries
    .map(({ code }, index) => {
      const start = Math.round((shared * weightBefore) / weightSum);
      weightBefore += weights[index] ?? 0;
      return { code, count: floor + Math.round((shared * weightBefore) / weightSum) - start };
    })
    .filter(({ count }) => count > 0);
}

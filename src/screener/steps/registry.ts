/** The page's step kinds in menu order. A new kind is one module and one line. */

import type { Of, Step, StepKind } from '../../engine/steps/registry.ts';
import { kindOf } from '../../engine/steps/step.ts';
import { asOfPage } from './asOf.ts';
import { filterPage } from './filter.tsx';
import { flagsPage } from './flags.ts';
import { groupPage } from './group.tsx';
import { holdPage } from './hold.tsx';
import { issuerPage } from './issuer.ts';
import type { StepPage } from './kind.ts';
import { letPage } from './let.tsx';
import { medianPage } from './median.tsx';
import { percentilePage } from './percentile.tsx';
import { presencePage } from './presence.tsx';
import { rankPage } from './rank.tsx';
import { samplePage } from './sample.tsx';
import { slicePage } from './slice.tsx';
import { sortPage } from './sort.tsx';
import { topPage } from './top.tsx';
import { versusPage } from './versus.tsx';

const PAGES = {
  asOf: asOfPage,
  filter: filterPage,
  versus: versusPage,
  median: medianPage,
  percentile: percentilePage,
  presence: presencePage,
  flags: flagsPage,
  group: groupPage,
  sort: sortPage,
  rank: rankPage,
  slice: slicePage,
  top: topPage,
  issuer: issuerPage,
  sample: samplePage,
  hold: holdPage,
  let: letPage,
} as const satisfies { readonly [Kind in StepKind]: StepPage<Of<Kind>> };

type Pages = typeof PAGES;
type AnyPage = StepPage<Step>;
type NamesOf<Page> = Page extends { readonly blanks: infer Blanks } ? keyof Blanks : never;

/** Actions that add a step. */
export type NewStepName = NamesOf<Pages[keyof Pages]>;
/** Kinds of single-column conditions. */
export type Measure = { [Kind in keyof Pages]: Pages[Kind] extends { readonly measure: object } ? Kind : never }[keyof Pages];

export const pageOf = (step: Step): AnyPage => PAGES[kindOf(step)] as unknown as AnyPage;

const ALL = Object.values(PAGES) as unknown as readonly AnyPage[];

export const NEW_STEPS = Object.assign({}, ...ALL.map(({ blanks }) => blanks)) as Readonly<Record<NewStepName, Step>>;

/** Actions that add a step, by menu section. */
export const NEW_STEP_SECTIONS = (['conditions', 'rows', 'columns'] as const).map((section) =>
  ALL.flatMap((page) => (page.section === section ? (Object.keys(page.blanks) as NewStepName[]) : [])),
);

export const MEASURES = (Object.keys(PAGES) as StepKind[]).filter((kind): kind is Measure => 'measure' in PAGES[kind]);
export const pageOfMeasure = (measure: Measure): AnyPage => PAGES[measure] as unknown as AnyPage;

/** Adaptive formats, chosen once per column values. */
import { type AdaptiveRule, adaptiveParts, adaptiveRule } from '../../catalogue/adaptive.ts';
import type { Display } from '../../catalogue/column.ts';
import { suffixed } from '../state/figures.ts';

const rules = new WeakMap<Float32Array, AdaptiveRule>();

export function ruleOf(display: Display, values: Float32Array): AdaptiveRule {
  const known = rules.get(values);
  if (known?.display === display) return known;
  const rule = adaptiveRule(display, values);
  rules.set(values, rule);
  return rule;
}

/** Text of a right-aligned column: decimal points line up unless there is a suffix. */
export function alignedText(value: number, rule: AdaptiveRule, locale: string): string {
  const { figure, pad, suffix } = adaptiveParts(value, rule, locale);
  return suffix === '' ? figure + pad : suffixed(figure, suffix, locale);
}

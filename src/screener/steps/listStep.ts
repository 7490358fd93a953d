/** Lists of securities as a step. */
import type { CategoricalFilter } from '../../engine/steps/filter.ts';
import { GROUP_MEMBERS_MAX } from '../../engine/steps/group.ts';
import type { Condition } from '../../engine/steps/registry.ts';

/** Separates symbol and exchange of an ambiguous symbol. */
export const AT = '@';

function oneOf(columnId: string, operatorValues: readonly string[]): CategoricalFilter {
  return { operatorType: 'filter', columnId, operator: 'In', operatorValues };
}

/** Nests groups beyond the maximum number of members. */
function anyOf(members: readonly Condition[]): Condition {
  const [first, ...others] = members;
  if (first && others.length === 0) return first;
  if (members.length <= GROUP_MEMBERS_MAX) return { operatorType: 'group', least: 'any', members };
  const groups: Condition[] = [];
  for (let at = 0; at < members.length; at += GROUP_MEMBERS_MAX) {
    groups.push(anyOf(members.slice(at, at + GROUP_MEMBERS_MAX)));
  }
  return anyOf(groups);
}

/** Keeps exactly the listed securities, by symbol or SYMBOL@EXCHANGE. */
export function listStep(keys: readonly string[]): Condition {
  const bare: string[] = [];
  const byExchange = new Map<string, string[]>();
  for (const key of keys) {
    const at = key.lastIndexOf(AT);
    const [symbol, exchange] = at > 0 ? [key.slice(0, at), key.slice(at + 1)] : [key, ''];
    if (exchange === '') bare.push(symbol);
    else byExchange.set(exchange, [...(byExchange.get(exchange) ?? []), symbol]);
  }
  const listings = [...byExchange].map(
    ([exchange, symbols]): Condition => ({
      operatorType: 'group',
      least: 'all',
      members: [oneOf('symbol', symbols), oneOf('exchange', [exchange])],
    }),
  );
  return anyOf(bare.length > 0 || listings.length === 0 ? [oneOf('symbol', bare), ...listings] : listings);
}

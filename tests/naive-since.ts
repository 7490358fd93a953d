import type { Step } from '../src/engine/steps/registry.ts';
import { naiveDeparture } from './naive-comparison.ts';
import { naiveScreen } from './naive-screen.ts';
import type { Security } from './naive-security.ts';

const idOf = ({ symbol, exchange, country }: Security): string => `${symbol} ${exchange} ${country}`;

/** Who entered, left and moved between two data, security by security. */
export function naiveSince(then: readonly Security[], now: readonly Security[], steps: readonly Step[]) {
  const [before, after] = [naiveScreen(then, steps), naiveScreen(now, steps)];
  const find = (all: readonly Security[], security: Security) => all.find((each) => idOf(each) === idOf(security));
  const passage = (security: Security, lacking: readonly Security[]) => {
    const other = find(lacking, security);
    return { symbol: security.symbol, step: other ? naiveDeparture(lacking, steps, other) : null };
  };
  const common = after.filter((security) => find(before, security));
  const earlier = before.filter((security) => find(after, security));
  return {
    entered: after.filter((security) => !find(before, security)).map((security) => passage(security, then)),
    left: before.filter((security) => !find(after, security)).map((security) => passage(security, now)),
    moved: common
      .filter((security, place) => idOf(security) !== idOf(earlier[place]!))
      .map((security) => ({
        symbol: security.symbol,
        from: before.indexOf(find(before, security)!) + 1,
        to: after.indexOf(security) + 1,
      })),
    stayedCount: common.length,
  };
}

/** Truncated texts, measured once per font and width: names are repainted with every picture. */

import { cut } from '../frame/cut.ts';

type Context = CanvasRenderingContext2D;
type Cut = (context: Context, text: string, width: number) => string;

/** The cache is cleared beyond this size. */
const KEPT_MAX = 20_000;

function cutInMiddle(context: Context, text: string, width: number): string {
  const all = context.measureText(text).width;
  if (all <= width) return text;
  const kept = Math.max(4, Math.floor((text.length * width) / all) - 1);
  const end = Math.floor(kept * 0.45);
  const both = `${text.slice(0, kept - end).trimEnd()}…${text.slice(text.length - end).trimStart()}`;
  return context.measureText(both).width <= width ? both : cut(context, both, width);
}

/** Memoises `make` by font, width and text. */
function once(make: Cut): Cut {
  const known = new Map<string, string>();
  return (context, text, width) => {
    const key = `${context.font}\n${width}\n${text}`;
    let found = known.get(key);
    if (found === undefined) {
      if (known.size >= KEPT_MAX) known.clear();
      found = make(context, text, width);
      known.set(key, found);
    }
    return found;
  };
}

export const fitted = once(cut);

/** Truncates in the middle: similar column names differ in their last word. */
export const fittedInMiddle = once(cutInMiddle);

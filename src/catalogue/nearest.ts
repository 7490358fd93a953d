/** Suggests the known name that a misspelt one may mean. */

/** Up to a third of the letters may be wrong; in names of one or two letters, only the case. */
const wrongMax = (length: number): number => Math.floor(length / 3);

/** Optimal string alignment: letters to add, drop, replace or swap with a neighbor. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      let least = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) least = Math.min(least, before[j - 2]! + 1);
      next.push(least);
    }
    [before, row] = [row, next];
  }
  return row[b.length]!;
}

/** The nearest name, ignoring case, the first among equals; null when none is near. */
export function nearest(text: string, names: Iterable<string>): string | null {
  const wanted = text.toLowerCase();
  let least = wrongMax(wanted.length) + 1;
  let found: string | null = null;
  for (const name of names) {
    if (Math.abs(name.length - wanted.length) >= least) continue;
    const wrong = distance(wanted, name.toLowerCase());
    if (wrong < least) [least, found] = [wrong, name];
  }
  return found;
}

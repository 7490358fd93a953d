/** Drawdown at each point: 0 or a negative fraction of the previous peak. */
export function drawdowns(curve: ArrayLike<number>): Float64Array {
  const falls = new Float64Array(curve.length);
  let peak = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < curve.length; at++) {
    peak = Math.max(peak, curve[at]!);
    falls[at] = curve[at]! / peak - 1;
  }
  return falls;
}

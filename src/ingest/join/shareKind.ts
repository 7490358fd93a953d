/** Kind of share. Only the price of a common share implies the company's market value. */

export type ShareKind = 'common' | 'preferred' | 'receipt';

/** “BAC-PL”, “BAC-P-L”, “BAC.PR.L”, “BAC PR L”, “BAC^L”, “BAC$L”, “BCE-PA.TO”; but not exchange suffixes: “MC.PA”, “CEZ.PR”. */
const PREFERRED_SYMBOL =
  /^[A-Z0-9]+(?:-P(?:R|FD|REF)?|-P(?:R[-.]?|-)?[A-Z](?:\.[A-Z]{1,2})?|\.PR\.?[A-Z]| PRF?(?: [A-Z])?|[\^$][A-Z])$/;
const PREFERRED_NAME =
  /\bpreferred (stock|shares?|securit|series)|\bpreference shares?\b|\bpfd\b|\bprf\b|\bpref\.? (shs?|shares?|stock)\b|% .*\bpreferred\b|\bpreferred$|\bvorz(üge|ugsaktien?)\b|\bvzo?\.?$/i;
const DEPOSITARY_SHARES = /\bdepositary shares?\b/i;
const RECEIPT_NAME =
  /\b(american|global|european|swedish|international|chess) deposit[ao]ry\b|\bdeposit[ao]ry receipts?\b|\bspon(sored)? ad[rs]s?\b/i;
const RECEIPT_CODE = /\b[AG]D[RS]s?\)?$/;
const FUND_NAME = /\b(etf|fund|index)\b/i;

/** As the clearing house abbreviates it, cut after thirty characters: “SPONSORED ADR”, “UNSPON ADR”, “ADS (RP 6 ORD)”, “(5COMSH)”, “AMERICAN DEPOSI”. */
const RECEIPT_DESCRIPTION =
  /\b(UN)?SPON(S|SD|SOR|SORE|SORED)?\b|[^A-Z0-9](AD[RS]S?|GD[RS]S?)\b|\bAMER(ICAN)? DEP|\(\d+ ?(COM|ORD) ?SHS?\b/;

/** Whether what the clearing house calls a security is a depositary receipt. */
export function isReceiptDescription(description: string): boolean {
  return RECEIPT_DESCRIPTION.test(description.toUpperCase());
}

const isReceiptName = (name: string): boolean => RECEIPT_NAME.test(name) || RECEIPT_CODE.test(name);

/**
 * Determines the kind from what the source states, otherwise from symbol and name.
 * @param isReceipt null if the source doesn't state it
 */
export function shareKindOf(symbol: string, name: string, isFund: boolean, isReceipt: boolean | null): ShareKind {
  if (isFund || FUND_NAME.test(name)) return 'common';
  if (isReceipt === true || (isReceipt === null && isReceiptName(name))) return 'receipt';
  const isPreferred =
    PREFERRED_SYMBOL.test(symbol) || PREFERRED_NAME.test(name) || (DEPOSITARY_SHARES.test(name) && !isReceiptName(name));
  return isPreferred ? 'preferred' : 'common';
}

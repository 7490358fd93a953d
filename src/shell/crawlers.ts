/** Detects crawlers. The sole adapter of isbot. */
import { createIsbotFromList, list } from 'isbot';

/** Headless browsers, as used by tests and screenshots, must see what people see. */
const WINDOWLESS =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/156.0.0.0 Safari/537.36';

const isKnownCrawler = createIsbotFromList(list.filter((pattern) => !new RegExp(pattern, 'i').test(WINDOWLESS)));

export function isCrawler(userAgent: string): boolean {
  return isKnownCrawler(userAgent);
}

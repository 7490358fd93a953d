/** Tells crawlers from people. The sole adapter of isbot. */
import { createIsbotFromList, list } from 'isbot';

/** A browser without a window: what tests and screenshots for people are made with, so it sees what people see. */
const WINDOWLESS =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/156.0.0.0 Safari/537.36';

const isKnownCrawler = createIsbotFromList(list.filter((pattern) => !new RegExp(pattern, 'i').test(WINDOWLESS)));

export function isCrawler(userAgent: string): boolean {
  return isKnownCrawler(userAgent);
}

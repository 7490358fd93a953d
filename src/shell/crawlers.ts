/** The only place that tells crawlers from people, and the only door to isbot. */
import { isbot } from 'isbot';

export function isCrawler(userAgent: string): boolean {
  return isbot(userAgent);
}

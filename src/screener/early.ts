/** The first script of the screener's page, by itself: the data are asked for before the page's own scripts have come. */
import { startEarly } from './start.ts';

startEarly();

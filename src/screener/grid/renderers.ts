/** What the grid has to draw: texts, and cells that have not come. Its renderers of pictures, markdown and the rest would weigh more than all of ours. */
import { type AllCellRenderers, ImageWindowLoaderImpl, loadingCellRenderer, textCellRenderer } from '@glideapps/glide-data-grid';

export const RENDERERS = [textCellRenderer, loadingCellRenderer] as unknown as typeof AllCellRenderers;

/** The grid asks for a loader of pictures, though it has none to load, and for icons of headers, which are all drawn by ours. */
export const PICTURES = new ImageWindowLoaderImpl();
export const ICONS = {};

/** What the library asks for beside cells. */
import type { ImageWindowLoader } from '@glideapps/glide-data-grid';

/** An empty image loader: the library's own would keep an unmounted grid alive. */
export const PICTURES: ImageWindowLoader = {
  setWindow() {},
  loadOrGetImage: () => undefined,
  setCallback() {},
};

/** Headers draw no icons. */
export const ICONS = {};

import { useEffect } from 'react';
import { listenForZoom } from '../zoom/gestures.ts';
import { FocusKeeper } from './FocusKeeper.tsx';

/** Listeners that no one misses before the first rows. */
export function LateListeners() {
  useEffect(() => {
    const content = document.getElementById('content');
    return content ? listenForZoom(content) : undefined;
  }, []);
  return <FocusKeeper page={document} />;
}

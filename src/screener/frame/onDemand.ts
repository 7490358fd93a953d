import type { ComponentType } from 'react';
import { wantTexts } from '../../shell/i18n.ts';
import { lazyPart } from '../../shell/lazyPart.tsx';

/** A part of the screener that is loaded with its texts on first render. */
export function onDemand<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  return lazyPart(async () => {
    const [component] = await Promise.all([load(), wantTexts('onDemand')]);
    return component;
  });
}

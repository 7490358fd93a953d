import './sheet.css';
import { type ReactNode, useEffect, useRef } from 'react';
import { useT } from '../../shell/i18n.ts';
import { Button } from '../controls/buttons.tsx';
import { jumpTo } from '../state/jump.ts';
import { state } from '../state/store.ts';

interface SheetProps {
  readonly title: string;
  readonly tools?: ReactNode;
  /** Covers only the end of the grid, so that its effects stay visible. */
  readonly isBeside?: boolean;
  readonly children: ReactNode;
}

/** Covers only the grid until it is closed. */
export function Sheet({ title, tools, isBeside = false, children }: SheetProps) {
  const t = useT();
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => head.current?.focus(), []);
  return (
    <section
      className={isBeside ? 'sheet sheet-beside' : 'sheet'}
      aria-label={title}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        closeSheet();
      }}
    >
      <div className="sheet-head line">
        <h2 ref={head} tabIndex={-1}>
          {title}
        </h2>
        {tools}
        <span className="spring" />
        <Button onClick={closeSheet}>{t('sheet.close')}</Button>
      </div>
      <div className="fill">{children}</div>
    </section>
  );
}

export function closeSheet(): void {
  state.sheet = null;
  setTimeout(() => jumpTo({}));
}

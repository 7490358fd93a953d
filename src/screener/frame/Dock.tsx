import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { useT } from '../../shell/i18n.ts';
import { QuietButton } from '../controls/buttons.tsx';
import { type Panel, showPanel, state } from '../state/store.ts';
import { dockAt, resizeDock } from './docks.ts';
import { DOCK_MAX_PX, DOCK_MIN_PX } from './dockWidth.ts';

interface DockProps {
  readonly panel: Panel;
  readonly children: ReactNode;
}

const NUDGE_PX = 16;

/** A panel at one side of the grid. Its inner edge resizes it; dragging its head moves it to the other side. */
export function Dock({ panel, children }: DockProps) {
  const t = useT();
  const { docks, tab } = useSnapshot(state);
  const { side, width } = docks[panel];
  const box = useRef<HTMLDivElement>(null);
  const [isCarried, setCarried] = useState(false);
  const widthNow = (): number => box.current?.getBoundingClientRect().width ?? DOCK_MIN_PX;

  const pull = (event: PointerEvent<HTMLElement>): void => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId) || !box.current) return;
    const { left, right } = box.current.getBoundingClientRect();
    resizeDock(panel, side === 'left' ? event.clientX - left : right - event.clientX);
  };
  const pressed = (event: KeyboardEvent): void => {
    const outwards = side === 'left' ? 1 : -1;
    const widths = new Map([
      ['ArrowRight', widthNow() + outwards * NUDGE_PX],
      ['ArrowLeft', widthNow() - outwards * NUDGE_PX],
      ['Home', DOCK_MIN_PX],
      ['End', DOCK_MAX_PX],
      ['Enter', null],
    ]);
    const wanted = widths.get(event.key);
    if (wanted === undefined) return;
    event.preventDefault();
    resizeDock(panel, wanted);
  };
  const carry = (event: PointerEvent<HTMLElement>): void => {
    const target = event.target as HTMLElement;
    if (event.button === 0 && target.matches('.panel-head, .panel-head h2, .tabs')) {
      event.currentTarget.setPointerCapture(event.pointerId);
      setCarried(true);
    }
  };
  const drop = (event: PointerEvent<HTMLElement>): void => {
    if (!isCarried) return;
    setCarried(false);
    dockAt(panel, event.clientX < innerWidth / 2 ? 'left' : 'right');
  };

  return (
    <div
      ref={box}
      className={`dock dock-${panel}`}
      data-side={side}
      data-wide={(panel === 'columns' && tab === 'compare') || undefined}
      data-carried={isCarried || undefined}
      style={width === null ? undefined : { inlineSize: width }}
      onPointerDown={carry}
      onPointerUp={drop}
      onPointerCancel={() => setCarried(false)}
    >
      <QuietButton className="quiet-button dock-close" onClick={() => showPanel(panel, false)}>
        {t('sheet.close')}
      </QuietButton>
      {children}
      {/* biome-ignore lint/a11y/useSemanticElements: an <hr> cannot be moved */}
      <div
        className="dock-edge"
        role="separator"
        tabIndex={0}
        aria-orientation="vertical"
        aria-label={t(`dock.${panel}`)}
        aria-valuemin={DOCK_MIN_PX}
        aria-valuemax={DOCK_MAX_PX}
        aria-valuenow={Math.round(width ?? DOCK_MIN_PX)}
        title={t('dock.edge')}
        onPointerDown={(event) => {
          event.stopPropagation();
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={pull}
        onDoubleClick={() => resizeDock(panel, null)}
        onKeyDown={pressed}
      />
    </div>
  );
}

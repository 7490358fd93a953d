import type { ComponentProps } from 'react';

export function Button(props: ComponentProps<'button'>) {
  return <button type="button" className="button" {...props} />;
}

/** A button that looks like a name in a list. */
export function NameButton(props: ComponentProps<'button'>) {
  return <button type="button" className="column-name cut grow" {...props} />;
}

export function QuietButton(props: ComponentProps<'button'>) {
  return <button type="button" className="quiet-button" {...props} />;
}

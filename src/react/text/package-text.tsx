import { createElement, type HTMLAttributes } from 'react';
import { revealBidi } from '../../markdown/bidi.js';

export interface PackageTextProps extends Omit<HTMLAttributes<HTMLElement>, 'children' | 'dir'> {
  /** Text from a package: shown as text, whatever it looks like. */
  text: string;
  /** The element to draw. Default `bdi`. */
  as?: 'bdi' | 'span' | 'p' | 'q' | 'blockquote' | 'code';
}

/**
 * Text that a package supplied, isolated from the interface's own: its direction is its own, and
 * bidirectional controls in it are shown instead of obeyed (Reader contract §12).
 */
export function PackageText({ text, as = 'bdi', ...rest }: PackageTextProps) {
  return createElement(as, { ...rest, dir: 'auto' }, revealBidi(text));
}

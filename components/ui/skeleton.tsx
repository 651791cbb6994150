import { cx } from './cx'

export interface SkeletonProps {
  /** Size by classes: `h-4 w-24`. */
  className?: string
}

/** The place of something that is being loaded. Hidden from screen readers: the container says that it is busy. */
export function Skeleton({ className = 'h-4 w-24' }: SkeletonProps) {
  return <span aria-hidden className={cx('skeleton block', className)} />
}

import { cx } from './cx'

interface SkeletonProps {
  /** Size classes: `h-4 w-24`. */
  className?: string
}

/** A placeholder for content that is loading. Hidden from screen readers: the container announces that it is busy. */
export function Skeleton({ className = 'h-4 w-24' }: SkeletonProps) {
  return <span aria-hidden className={cx('skeleton block', className)} />
}

'use client'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import { Button } from '../ui/button'

interface ShowMoreProps {
  query: Pick<
    UseInfiniteQueryResult,
    'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
  >
  /** Gets the focus when there is no more to show. It must be focusable. */
  list: RefObject<HTMLElement | null>
  label: string
  failedText: string
  className?: string
}

/** The button below a list that grows, and why the last press failed. */
export function ShowMore({ query, list, label, failedText, className }: ShowMoreProps) {
  return (
    <>
      {query.hasNextPage && <MoreButton query={query} list={list} label={label} className={className} />}
      {query.isFetchNextPageError && (
        <p role="alert" className="mt-2 text-sm text-danger">
          {failedText}
        </p>
      )}
    </>
  )
}

function MoreButton({ query, list, label, className }: Omit<ShowMoreProps, 'failedText'>) {
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const [here, rows] = [button.current, list.current]
    return () => {
      if (here?.contains(document.activeElement)) rows?.focus({ preventScroll: true })
    }
  }, [list])
  return (
    <Button
      ref={button}
      size="sm"
      className={className}
      isPending={query.isFetchingNextPage}
      onPress={() => void query.fetchNextPage()}
    >
      {label}
    </Button>
  )
}

'use client'
import { useEffect } from 'react'

/** Lets Escape hide the exact times that utilities.css shows in the row with the focus, until the focus moves. */
export function useHiddenTimes(): void {
  useEffect(() => {
    const { dataset } = document.documentElement
    const hide = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') dataset.timesHidden = ''
    }
    const show = () => delete dataset.timesHidden
    document.addEventListener('keydown', hide)
    document.addEventListener('focusin', show)
    return () => {
      show()
      document.removeEventListener('keydown', hide)
      document.removeEventListener('focusin', show)
    }
  }, [])
}
